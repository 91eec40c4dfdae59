import type { Person } from '@lintel/contract/people/permissions'
import { Problem } from '@lintel/contract/problems'
import type { Context } from '../../platform/context'
import { enqueueJob } from '../../platform/jobs/jobs'
import { tooManyMails } from '../../platform/mail/allowance'
import { isOverStartAllowance, lockAdministeredAccount } from './password-reset.store'
import { sendResetCodeKind } from './send-reset-code'

const action = 'password.reset-start'

/**
 * Starts a password reset for an account that the actor administers: the same code is mailed as if the person had requested it,
 * and nobody else sees it (security A6). The mail limit is the same but counted separately (security F2).
 */
export async function startReset({ change }: Context, actor: Person, email: string): Promise<void> {
  const refusal = await change(async ({ db, now, audit }): Promise<Problem | undefined> => {
    const person = await lockAdministeredAccount(db, actor, email, now)
    if (!person) {
      audit({ action, customer: actor.homeCustomer, result: 'failure', reason: 'notFound' })
      return new Problem('notFound')
    }
    const about = { action, customer: person.customer, target: { type: 'users', id: person.email } }
    // Of somebody who has not accepted nothing is told; the job sends no mail where none may be sent.
    if (person.isNamed && !person.mayHavePassword) {
      audit({ ...about, result: 'failure', reason: 'noPasswordUsed' })
      return new Problem('noPasswordUsed')
    }
    if (person.isNamed && (await isOverStartAllowance(db, person.id, now))) {
      audit({ ...about, result: 'failure', reason: 'tooOften' })
      return tooManyMails()
    }
    // A pending job for the same address also serves this request.
    const payload = { email: person.email, wasStarted: true }
    await enqueueJob(db, { kind: sendResetCodeKind, key: `started ${person.email}`, payload }, now)
    audit(about)
    return undefined
  })
  if (refusal) throw refusal
}
