import { setupI18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import type { Invitation } from '@lintel/contract/people/invitations'
import type { ProjectMember } from '@lintel/contract/people/members'
import { privilegeLevel } from '@lintel/contract/people/privilege-levels'
import type { Project } from '@lintel/contract/projects/projects'
import { QueryClientProvider } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test, vi } from 'vitest'
import { propsOf, renderForm } from '../../../test/render-form'
import { useVisibleToasts } from '../../../test/render-hook'
import { createQueryClient } from '../../api/query-client'
import { currentUser } from '../../session/current-user'
import { installation } from '../../session/installation'
import { Button } from '../../ui/button'
import { InvitationStatus, invitationsOf } from './invitation-status'
import { ManagedPeople } from './managed-people'
import { People } from './people'

const i18n = setupI18n({ locale: 'en', messages: { en: {} } })

/** 23:59:59 of 30 June in Pago Pago, when it is 1 July almost everywhere else. */
const expiresAt = '2026-07-01T10:59:59Z'

/** The notes about a guest and a member whose invitations have expired. */
async function notes(): Promise<string[]> {
  const queries = createQueryClient()
  const user = { id: 'anna', email: 'anna@nord.example', role: null, guestOf: null, customerAdminFor: [] }
  queries.setQueryData(currentUser.queryKey, { ...user, apiUserFor: [], loginMethod: 'COGNITO' } as never)
  const people = [
    { id: 'gry', user: 'gry@lie.example', privilegeLevel: privilegeLevel.guest },
    { id: 'mei', user: 'mei@nord.example', privilegeLevel: privilegeLevel.member },
  ]
  const expired = { state: 'expired', sentAt: '2026-06-01T10:00:00Z', expiresAt }
  const records = people.map((person) => ({ ...person, ...expired, email: person.user }))
  queries.setQueryData(invitationsOf('quay').queryKey, { records, included: [] } as never)
  const project = {
    ...{ id: 'quay', customer: 'nord', timeZone: 'Pacific/Pago_Pago', privilegeLevel: privilegeLevel.owner },
    ...{ isHibernated: false, isInactive: true },
  } as Project
  const { current } = await renderForm(
    () => ManagedPeople({ project, members: people as unknown as ProjectMember[] }),
    queries,
  )
  const { members, note } = propsOf(People, current())
  return members.map((member) =>
    renderToStaticMarkup(
      <I18nProvider i18n={i18n}>
        <QueryClientProvider client={queries}>{note?.(member)}</QueryClientProvider>
      </I18nProvider>,
    ),
  )
}

test('the invitation of a guest expired on their last day where the customer is, that of others on the day here', async () => {
  const dayHere = i18n.date(new Date(expiresAt), { dateStyle: 'medium' })
  expect(dayHere).not.toBe('Jun 30, 2026')
  expect(await notes()).toEqual(['The invitation expired on Jun 30, 2026.', `The invitation expired on ${dayHere}.`])
})

/** An open invitation of a member, whose mail is sent at this time. */
const sentAt = (time: number) =>
  ({
    ...{ id: 'i', email: 'mei@nord.example', state: 'pending', privilegeLevel: privilegeLevel.member },
    ...{ sentAt: new Date(time).toISOString(), expiresAt: null },
  }) as Invitation

/** The status, in an installation that sends mail or not; `press` sends the invitation again and returns what is said of it. */
async function openStatus(invitation: Invitation, isSmtpEnabled: boolean) {
  vi.stubGlobal('fetch', async () => new Response(null, { status: 204 }))
  const queries = createQueryClient()
  queries.setQueryData(installation.queryKey, { record: { isSmtpEnabled }, included: [] } as never)
  const { current, change, saved } = await renderForm(
    () => ({
      status: InvitationStatus({ invitation, timeZone: 'UTC', isReadOnly: false }),
      toasts: useVisibleToasts(),
    }),
    queries,
  )
  return {
    text: () =>
      renderToStaticMarkup(
        <I18nProvider i18n={i18n}>
          <QueryClientProvider client={queries}>{current().status}</QueryClientProvider>
        </I18nProvider>,
      ),
    async press() {
      await change(({ status }) => propsOf(Button, status).onClick?.({} as never))
      await saved()
      return current().toasts.map(({ text }) => text)
    },
  }
}

test('an invitation that waits for its turn is said to be sent then, not to have been', async () => {
  const time = Date.now() + 6 * 3_600_000
  const { text } = await openStatus(sentAt(time), true)
  const when = i18n.date(new Date(time), { dateStyle: 'medium', timeStyle: 'short' })
  expect(text()).toContain(`The invitation will be sent on ${when}.`)
  expect(text()).not.toContain('Invited on')
})

test.each([
  ['an hour ago', -60],
  ['just now by a clock that is ahead of the one here', 2],
])('an invitation that was sent %s is said to have been', async (_when, minutes) => {
  const { text } = await openStatus(sentAt(Date.now() + minutes * 60_000), true)
  expect(text()).toContain('Invited on')
})

test.each([
  [true, 'Sent again to mei@nord.example. The earlier link no longer works.'],
  [
    false,
    'No email is sent here: the new invitation of mei@nord.example goes to the outbox of this server. The earlier link no longer works.',
  ],
])('where mail is sent (%s) an invitation that is sent again says: %s', async (isSmtpEnabled, expected) => {
  const { press } = await openStatus(sentAt(0), isSmtpEnabled)
  expect(await press()).toEqual([expected])
})
