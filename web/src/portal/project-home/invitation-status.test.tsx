import { setupI18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import type { ProjectMember } from '@lintel/contract/people/members'
import { privilegeLevel } from '@lintel/contract/people/privilege-levels'
import type { Project } from '@lintel/contract/projects/projects'
import { QueryClientProvider } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { propsOf, renderForm } from '../../../test/render-form'
import { createQueryClient } from '../../api/query-client'
import { currentUser } from '../../session/current-user'
import { invitationsOf } from './invitation-status'
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
