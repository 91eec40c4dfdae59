import { displayName } from '@lintel/contract/people/display-name'
import type { Person } from '@lintel/contract/people/permissions'
import type { CurrentUser } from '@lintel/contract/people/users'
import type { Context } from '../../platform/context'
import { readOwnAccount } from './users.store'

/** The signed-in user of the session, with what they must complete first. */
export async function currentUser({ db, now }: Pick<Context, 'db' | 'now'>, actor: Person): Promise<CurrentUser> {
  const { name, ...self } = await readOwnAccount(db, actor, now)
  const { method, loginMethod, guestOf, restriction } = actor
  return {
    ...self,
    id: self.email,
    displayName: displayName({ name, email: self.email }),
    method,
    loginMethod,
    guestOf,
    restriction,
  }
}
