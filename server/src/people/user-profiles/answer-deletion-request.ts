import { customers } from '@lintel/contract/customers/customers'
import { customerUserProfiles } from '@lintel/contract/people/customer-user-profiles'
import { type DeletionOutcome, isBlocked } from '@lintel/contract/people/deletion-tasks'
import { projectMembers } from '@lintel/contract/people/members'
import type { Person } from '@lintel/contract/people/permissions'
import { Problem } from '@lintel/contract/problems'
import { preferredLocale } from '@lintel/contract/settings/locales'
import { findVisibleByIds } from '../../customers/customers/customers.store'
import { withdrawAccess } from '../../identity/sessions/withdraw-access'
import type { Change } from '../../platform/context'
import { enqueueMail } from '../../platform/mail/mail'
import { lockDirectory } from '../directory-groups/derive-access'
import { deleteInvitationsOf } from '../invitations/invitation-states.store'
import { withdrawInvitationsOf } from '../invitations/invite'
import { deleteDeletionRequest } from './deletion-requests.store'
import {
  closeAccount,
  countBlockers,
  type DeletionRequester,
  listDirectoriesOf,
  lockCustomersOfRoles,
  lockRequester,
  removeRoles,
  saveAnswer,
} from './deletion-tasks.store'

interface Answer {
  email: string
  /** The answering customer; null for staff, whose answer closes the request. */
  customer: string | null
  outcome: DeletionOutcome
  reason: string
}

/** Answers an open deletion request and mails the person. */
export async function answerDeletionRequest(change: Change<Person>, answer: Answer): Promise<void> {
  const { email, customer, outcome, reason } = answer
  // Before the person is locked, as in other changes of a directory.
  if (customer === null && outcome === 'done') await lockDirectories(change, email)
  const person = await lockRequester(change.db, email, customer)
  // Nobody answers their own request; they can withdraw it.
  if (!person || person.id === change.actor.id) throw new Problem('notFound')
  const name = customer === null ? null : await saveCustomerAnswer(change, person, { ...answer, customer })
  if (customer === null) await endRequest(change, person, outcome)
  change.audit({
    action: outcome === 'done' ? 'users.deletion-done' : 'users.deletion-refused',
    customer: customer ?? person.homeCustomer,
    target: { type: 'user-profiles', id: person.email },
    after: { outcome, reason, ...(customer === null && { isFinal: true }) },
  })
  await enqueueMail(change, {
    to: person.id,
    kind: 'deletion-answered',
    // When the mail is sent, the account may be closed, its language forgotten and its address free.
    address: person.email,
    locale: preferredLocale(person.locale === null ? [] : [person.locale]),
    values: { customer: name, outcome, reason },
    customer: customer ?? person.homeCustomer,
  })
}

async function lockDirectories({ db }: Change, email: string): Promise<void> {
  for (const customer of await listDirectoriesOf(db, email)) await lockDirectory(db, customer)
}

const saveCustomerAnswer = (
  { db, actor, now }: Change<Person>,
  { id }: DeletionRequester,
  { customer, outcome, reason }: Answer & { customer: string },
) => saveAnswer(db, { user: id, customer, outcome, reason, by: actor.id, now })

/** Applies the answer of staff: closes the account when done, and removes the request. */
async function endRequest(change: Change<Person>, person: DeletionRequester, outcome: DeletionOutcome): Promise<void> {
  const { db, now } = change
  if (outcome === 'done') {
    const blockers = await countBlockers(db, person.id)
    if (isBlocked(blockers)) throw new Problem('stillInUse', { meta: { ...blockers } })
    await endRoles(change, person)
    const { memberships, profiles } = await closeAccount(db, person.id, now)
    await withdrawAccess(change, person.id, { reason: 'access-withdrawn' })
    await withdrawInvitationsOf(
      change,
      memberships.map(({ project }) => ({ project, user: person.id })),
    )
    await deleteInvitationsOf(db, person.id)
    for (const { project, customer, level } of memberships) {
      change.audit({
        action: 'project-members.remove',
        customer,
        target: { type: projectMembers.type, id: `${project}.${person.id}` },
        before: { user: person.email, project, privilegeLevel: level },
      })
    }
    for (const { id, customer } of profiles) {
      change.audit({
        action: `${customerUserProfiles.type}.remove`,
        customer,
        target: { type: customerUserProfiles.type, id },
        before: { user: person.email },
      })
    }
  }
  await deleteDeletionRequest(db, person.id)
}

/** Ends the person's roles at customers, which is recorded as a change of each customer. */
async function endRoles(change: Change<Person>, { id: user, email }: DeletionRequester): Promise<void> {
  const { db, actor, audit } = change
  const held = await findVisibleByIds(db, actor, await lockCustomersOfRoles(db, user))
  if (held.length === 0) return
  await removeRoles(change, user)
  for (const { id, version, customerAdmins, apiUsers } of held) {
    const before = Object.entries({ customerAdmins, apiUsers }).filter(([, people]) => people.includes(email))
    const after = before.map(([role, people]) => [role, people.filter((person) => person !== email)])
    audit({
      action: `${customers.type}.update`,
      customer: id,
      target: { type: customers.type, id },
      version: version + 1,
      before: Object.fromEntries(before),
      after: Object.fromEntries(after),
    })
  }
}
