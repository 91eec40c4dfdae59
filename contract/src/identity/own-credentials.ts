import { type Actor, isFullUser, type Person } from '../people/permissions'

/** Only sessions of the regular authenticator have a password, a second factor and passkeys (account-portal chapter 2). */
export const hasOwnCredentials = (actor: Actor): actor is Person => isFullUser(actor) && actor.method === 'password'

/** Whether a password has to be set first; only who signed in by one can be asked for it. */
export const mustSetPassword = ({
  mustUpdatePassword,
  method,
}: Pick<Person, 'method'> & { mustUpdatePassword: boolean }): boolean => mustUpdatePassword && method === 'password'
