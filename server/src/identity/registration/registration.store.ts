import { uuidv7 } from 'uuidv7'
import { instantOf } from '../../platform/clock'
import type { Transaction } from '../../platform/database'
import { isClaimed, isProvable } from '../account.store'

/** The account of an email address that is being registered. */
export interface RegisteringAccount {
  id: string
  isProvable: boolean
  isGuest: boolean
  /** Where its provider lets nobody in any more, its owner gets a new password by mail (decision 040). */
  isClaimed: boolean
}

/** Creates an account for a new email address; it belongs to nobody until a mailed link is used. True when it was created. */
export async function addRegisteredAccount(db: Transaction, email: string, now: number): Promise<boolean> {
  const inserted = await db
    .insertInto('app_user')
    .values({
      id: uuidv7(),
      email,
      must_update_profile: true,
      must_update_password: true,
      created_at: instantOf(now),
      updated_at: instantOf(now),
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  return inserted !== undefined
}

/** The account of an email address, locked. */
export const lockAccountForRegistration = (
  db: Transaction,
  email: string,
  now: number,
): Promise<RegisteringAccount | undefined> =>
  db
    .selectFrom('app_user')
    .select(['app_user.id', 'app_user.guest as isGuest', isProvable(instantOf(now)).as('isProvable')])
    .select(isClaimed.as('isClaimed'))
    .where('app_user.email', '=', email)
    .forNoKeyUpdate()
    .executeTakeFirst()
