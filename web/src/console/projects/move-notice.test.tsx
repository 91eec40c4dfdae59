import { setupI18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import type { MoveEffects } from '@lintel/contract/projects/move-effects'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { MoveNotice } from './move-notice'

const i18n = setupI18n({ locale: 'en', messages: { en: {} } })

const noEffects: MoveEffects = {
  ...{ foreignLoginMethods: [], inheritedLoginMethods: null, templates: [], endsTrial: false },
  ...{ secondFactorFrom: null, withoutSecondFactor: 0, longestSessionHours: null, timeZone: 'Europe/Oslo' },
  ...{ newPeople: 0, lostOrganizations: 0, losingAccess: 0, gainingAccess: 0, groupAccesses: 0 },
  ...{ endsInOtherTimeZone: 0, restrictedMembers: 0 },
}

/** The effects that the notice of a move lists. */
function listed(effects: Partial<MoveEffects>): string[] {
  const names = { of: (id: string) => id }
  const markup = renderToStaticMarkup(
    <I18nProvider i18n={i18n}>
      <MoveNotice effects={{ ...noEffects, ...effects }} error={null} from="Nord" to="Sør" names={names} />
    </I18nProvider>,
  )
  return [...markup.matchAll(/<li>(.*?)<\/li>/g)].map(([, text = '']) => text)
}

test('a move says what the policy of the new customer asks, from the day that it is there', () => {
  expect(listed({})).toEqual([])
  // 1 July in Tokyo, and still 30 June in Oslo.
  const policy = { secondFactorFrom: '2027-06-30T15:00:00Z', withoutSecondFactor: 2, longestSessionHours: 8 }
  expect(listed({ ...policy, timeZone: 'Asia/Tokyo' })).toEqual([
    'Sør requires two-step verification from Jul 1, 2027 on.',
    '2 people sign in by password and have no two-step verification yet.',
    'Whoever proved more than 8 hours ago who they are is asked again.',
  ])
})

test('a move says how many members lose login methods of their own', () => {
  expect(listed({ restrictedMembers: 1 })).toEqual([
    '1 member loses login methods of their own that are not allowed there.',
  ])
  expect(listed({ restrictedMembers: 2 })).toEqual([
    '2 members lose login methods of their own that are not allowed there.',
  ])
})
