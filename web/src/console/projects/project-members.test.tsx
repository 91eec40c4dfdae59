import { setupI18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import type { ProjectMember } from '@lintel/contract/people/members'
import { privilegeLevel } from '@lintel/contract/people/privilege-levels'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { ProjectMembers } from './project-members'

const i18n = setupI18n({ locale: 'en', messages: { en: {} } })

/** What is said of a member of a project whose customer is there. */
const draw = (member: Partial<ProjectMember>, timeZone: string) =>
  renderToStaticMarkup(
    <I18nProvider i18n={i18n}>
      <ProjectMembers
        records={[{ id: 'm', name: 'Gry Lie', email: 'gry@lie.example', ...member } as ProjectMember]}
        {...{ total: 1, timeZone, error: null, hasMore: false, isReading: false, readMore: () => undefined }}
      />
    </I18nProvider>,
  )

test('the last day of a guest and of anybody else is one where the customer is', () => {
  // The end of 30 June in each of the two.
  for (const [end, timeZone] of [
    ['2027-06-30T14:59:59.000Z', 'Asia/Tokyo'],
    ['2027-07-01T06:59:59.000Z', 'America/Los_Angeles'],
  ] as const) {
    const guest = { privilegeLevel: privilegeLevel.guest, expirationDate: end, accessUntil: null }
    const admin = { privilegeLevel: privilegeLevel.admin, expirationDate: null, accessUntil: end }
    for (const member of [guest, admin]) expect(draw(member, timeZone)).toContain('until Jun 30, 2027')
  }
  const endless = { privilegeLevel: privilegeLevel.admin, expirationDate: null, accessUntil: null }
  expect(draw(endless, 'Asia/Tokyo')).not.toContain('until')
})
