import { setupI18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import type { ProjectMember } from '@lintel/contract/people/members'
import { privilegeLevel } from '@lintel/contract/people/privilege-levels'
import type { CurrentUser } from '@lintel/contract/people/users'
import { QueryClientProvider } from '@tanstack/react-query'
import { useState } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { allPropsOf, propsOf, renderForm } from '../../../test/render-form'
import { createQueryClient } from '../../api/query-client'
import { currentUser } from '../../session/current-user'
import { RemoveSecondFactor } from '../../shell/records/remove-second-factor'
import { Button } from '../../ui/button'
import { Menu } from '../../ui/menu'
import { ProjectMembers } from './project-members'

const i18n = setupI18n({ locale: 'en', messages: { en: {} } })

/** A complete result with this one member. */
const loadedMembers = (member: Partial<ProjectMember> = {}) => ({
  records: [{ id: 'm', name: 'Gry Lie', email: 'gry@lie.example', ...member } as ProjectMember],
  ...{ total: 1, timeZone: 'Europe/Oslo', error: null, hasMore: false, isReading: false, readMore: () => undefined },
})

/** The cache of a user who signed in with a password. */
function queriesFor(user: Pick<CurrentUser, 'email' | 'role'>) {
  const queries = createQueryClient()
  const adminRoles = { customerAdminFor: [], apiUserFor: [], guestOf: null }
  queries.setQueryData(currentUser.queryKey, { ...user, ...adminRoles } as unknown as CurrentUser)
  return queries
}

/** Renders the members for such a user. */
const renderFor = (user: Pick<CurrentUser, 'email' | 'role'>) =>
  renderForm(() => ProjectMembers(loadedMembers()), queriesFor(user))

/** Renders a member of a project whose customer has this time zone. */
const render = (member: Partial<ProjectMember>, timeZone: string) =>
  renderToStaticMarkup(
    <I18nProvider i18n={i18n}>
      <QueryClientProvider client={createQueryClient()}>
        <ProjectMembers {...loadedMembers(member)} timeZone={timeZone} />
      </QueryClientProvider>
    </I18nProvider>,
  )

test('the last day of a guest and of anybody else is one where the customer is', () => {
  // The end of 30 June in each of the two time zones.
  for (const [end, timeZone] of [
    ['2027-06-30T14:59:59.000Z', 'Asia/Tokyo'],
    ['2027-07-01T06:59:59.000Z', 'America/Los_Angeles'],
  ] as const) {
    const guest = { privilegeLevel: privilegeLevel.guest, expirationDate: end, accessUntil: null }
    const admin = { privilegeLevel: privilegeLevel.admin, expirationDate: null, accessUntil: end }
    for (const member of [guest, admin]) expect(render(member, timeZone)).toContain('End date: 2027-06-30')
  }
  const endless = { privilegeLevel: privilegeLevel.admin, expirationDate: null, accessUntil: null }
  expect(render(endless, 'Asia/Tokyo')).not.toContain('until')
})

test('a member whose only name has one character is shown by the email alone', () => {
  const admin = { privilegeLevel: privilegeLevel.admin, expirationDate: null, accessUntil: null }
  const textsOf = (name: string) =>
    [...render({ ...admin, name }, 'Asia/Tokyo').matchAll(/>([^<>]+)<\/span>/g)].map(([, text]) => text)
  expect(textsOf('Gry Lie').slice(0, 2)).toEqual(['Gry Lie', 'gry@lie.example'])
  const [who, ...others] = textsOf('G')
  expect(who).toBe('gry@lie.example')
  expect(others).not.toContain('gry@lie.example')
})

test('staff who administer no customer are asked before they remove the second factor of a member', async () => {
  const { current: rendered, change } = await renderFor({ email: 'kim@lintel.example', role: 'rendra_staff' })
  const { label, items } = propsOf(Menu, rendered())
  expect(label).toBe('More: Gry Lie')
  expect(items).toMatchObject([{ key: 'remove-second-factor', disabled: false }])
  expect(() => propsOf(RemoveSecondFactor, rendered())).toThrow()
  await change(() => items[0]?.onChoose())
  expect(propsOf(RemoveSecondFactor, rendered()).user).toEqual({ email: 'gry@lie.example', name: 'Gry Lie' })
})

test('who is not of the staff has nothing to do for a member', async () => {
  const { current: rendered } = await renderFor({ email: 'kim@lintel.example', role: null })
  expect(() => propsOf(Menu, rendered())).toThrow()
})

test('the own second factor of staff is removed by one of its codes, not here', async () => {
  const { current: rendered } = await renderFor({ email: 'gry@lie.example', role: 'rendra_staff' })
  expect(propsOf(Menu, rendered()).items).toMatchObject([{ key: 'remove-second-factor', disabled: true }])
})

/** Whether each listed member may take the focus that the pressed button loses. */
const takesFocus = (part: unknown) =>
  allPropsOf<{ tabIndex?: number; ref?: unknown }>('li' as never, part).map(
    ({ tabIndex, ref }) => tabIndex === -1 && !!ref,
  )

test('the first of the members who are shown by the last page takes the focus of the button, which is gone', async () => {
  const all = ['anna', 'bo', 'cai'].map((id) => ({ id, name: id, email: `${id}@lie.example` }) as ProjectMember)
  const { current, change } = await renderForm(
    () => {
      const [visibleCount, setVisibleCount] = useState(2)
      const hasMore = visibleCount < all.length
      const page = { records: all.slice(0, visibleCount), total: 3, hasMore, readMore: () => setVisibleCount(3) }
      return ProjectMembers({ ...loadedMembers(), ...page })
    },
    queriesFor({ email: 'kim@lintel.example', role: null }),
  )
  expect(takesFocus(current())).toEqual([false, false])
  await change((part) => propsOf(Button, part).onClick?.({} as never))
  expect(allPropsOf(Button, current())).toEqual([])
  expect(takesFocus(current())).toEqual([false, false, true])
})
