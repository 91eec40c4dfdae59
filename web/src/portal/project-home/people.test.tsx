import { setupI18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import type { ProjectMember } from '@lintel/contract/people/members'
import { privilegeLevel } from '@lintel/contract/people/privilege-levels'
import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { allPropsOf, propsOf, renderForm } from '../../../test/render-form'
import { Button } from '../../ui/button'
import { takeLostFocus } from '../../ui/take-lost-focus'
import { People } from './people'

const email = 'gry@lie.example'

/** The texts about a member, as shown to whoever may change them. */
function textsOf(values: Partial<ProjectMember>): string[] {
  const level = { privilegeLevel: privilegeLevel.member, organization: 'Lie AS' }
  const ends = { expirationDate: null, accessUntil: null }
  const member = { id: 'm', name: 'Gry Lie', email, ...level, ...ends, ...values } as ProjectMember
  const rendered = renderToStaticMarkup(
    <I18nProvider i18n={setupI18n({ locale: 'en', messages: { en: {} } })}>
      <People members={[member]} timeZone="Asia/Tokyo" action={() => null} />
    </I18nProvider>,
  )
  const [item = ''] = /<li.*<\/li>/.exec(rendered) ?? []
  return item
    .replaceAll(/<[^>]*>/g, '\n')
    .split('\n')
    .filter(Boolean)
}

test('a member is shown by name with the email, and by the email alone when the name has one character', () => {
  expect(textsOf({})).toEqual(['Gry Lie', 'Lie AS', email])
  for (const name of ['G', '']) expect(textsOf({ name })).toEqual([email, 'Lie AS'])
})

test('the last day of a member is YYYY-MM-DD where the customer is', () => {
  // The end of 30 June in Tokyo.
  const end = '2027-06-30T14:59:59.000Z'
  expect(textsOf({ accessUntil: end })).toEqual(['Gry Lie', 'Lie AS', `${email} · End date: 2027-06-30`])
  expect(textsOf({ expirationDate: end, name: 'G' })).toEqual([email, 'Lie AS', 'End date: 2027-06-30'])
})

test('the first person that "Show all" adds takes the focus of the button', async () => {
  const members = Array.from({ length: 10 }, (_, at) => ({
    ...{ id: `m${at}`, name: `Person ${at}`, email, organization: '', privilegeLevel: privilegeLevel.member },
    ...{ expirationDate: null, accessUntil: null },
  })) as ProjectMember[]
  const { current, change } = await renderForm(() => {
    const [group] = People({ members, timeZone: 'Asia/Tokyo' })
    const useGroup = group?.type as (props: object) => ReactNode
    return useGroup(group?.props as object)
  })
  const focusTakers = () =>
    allPropsOf<{ ref?: unknown }>('li' as never, current()).map(({ ref }) => ref === takeLostFocus)
  expect(focusTakers()).toEqual(Array(8).fill(false))
  await change((drawn) => propsOf(Button, drawn).onClick?.({} as never))
  expect(focusTakers()).toEqual([...Array(8).fill(false), true, false])
})
