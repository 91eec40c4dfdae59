import type { DeletionOutcome } from '@lintel/contract/people/deletion-tasks'
import { projectMembers } from '@lintel/contract/people/members'
import type { Person } from '@lintel/contract/people/permissions'
import { Problem } from '@lintel/contract/problems'
import { withdrawAccess } from '../../identity/sessions/withdraw-access'
import type { Change } from '../../platform/context'
import { enqueueMail } from '../../platform/mail/mail'
import { withdrawInvitations } from '../invitations/invite'
import { dropDeletionRequest } from './deletion-requests.store'
import { type AskingPerson, askingPerson, closeAccount, noteAnswer, whatKeeps } from './deletion-tasks.store'

interface Answer {
  email: string
  /** For which customer; null for staff, whose answer ends the request. */
  customer: string | null
  outcome: DeletionOutcome
  reason: string
}

/** Answers an open request for deletion, and mails the person. */
export async function answerRequest(change: Change<Person>, answer: Answer): Promise<void> {
  const { email, customer, outcome, reason } = answer
  const person = await askingPerson(change.db, email, customer)
  // Nobody decides about their own account here: they withdraw their request.
  if (!person || person.id === change.actor.id) throw new Problem('notFound')
  const name = customer === null ? null : await answerFor(change, person, { ...answer, customer })
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
    values: { customer: name, outcome, reason },
    customer: customer ?? person.homeCustomer,
  })
}

const answerFor = (
  { db, actor, now }: Change<Person>,
  { id }: AskingPerson,
  { customer, outcome, reason }: Answer & { customer: string },
) => noteAnswer(db, { user: id, customer, outcome, reason, by: actor.id, now })

/** Staff's answer: the account is closed, or stays. */
async function endRequest(change: Change<Person>, person: AskingPerson, outcome: DeletionOutcome): Promise<void> {
  const { db, now } = change
  if (outcome === 'done') {
    const keeps = await whatKeeps(db, person.id)
    // Whoever is of the staff is taken out of it first, by its own rules.
    if (keeps.projects > 0 || keeps.customers > 0 || person.isStaff)
      throw new Problem('stillInUse', { meta: { ...keeps } })
    const ended = await closeAccount(db, person.id, now)
    await withdrawAccess(change, person.id, { reason: 'access-withdrawn' })
    for (const { project, customer, level } of ended) {
      await withdrawInvitations(change, { project, user: person.id })
      change.audit({
        action: 'project-members.remove',
        customer,
        target: { type: projectMembers.type, id: `${project}.${person.id}` },
        before: { user: person.email, project, privilegeLevel: level },
      })
    }
  }
  await dropDeletionRequest(db, person.id)
}
