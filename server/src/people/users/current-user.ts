import type { Person } from '@lintel/contract/people/permissions'
import { type CurrentUser, displayName } from '@lintel/contract/people/users'
import type { Context } from '../../platform/context'
import { readOneself } from './users.store'

/** Whom this session belongs to, and what they must do first. */
export async function currentUser({ db }: Pick<Context, 'db'>, actor: Person): Promise<CurrentUser> {
  const { name, ...self } = await readOneself(db, actor)
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
