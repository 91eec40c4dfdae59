import { type SignInFailure, signInFailureOf } from '@lintel/contract/identity/sign-in-form'
import { startedParameter } from '../../native/native'

/** The parameters in the address of the sign-in page (account-portal chapter 2, entry rules). */
export interface LoginEntry {
  email: string
  /** The temporary password of a mailed link. */
  temporaryPassword: string | undefined
  /** The link invites to a project; the other ones with a temporary password say that they are for the account. */
  isInvitation: boolean
  nextUrl: string | undefined
  /** A session that ended while its user was working: `guest` for one of a guest's link, empty for any other; undefined if none did. */
  endedSession: string | undefined
  /** The start screen of the native app was left in another region. */
  hasStarted: boolean
  /** Why a form that was submitted before the script was loaded did not sign anybody in. */
  formFailure: SignInFailure | undefined
}

/** Parses the query of the sign-in page. */
export function parseLoginEntry(search: string): LoginEntry {
  const query = new URLSearchParams(search)
  return {
    email: query.get('email')?.trim() ?? '',
    temporaryPassword: query.get('tmppass') ?? undefined,
    isInvitation: query.has('tmppass') && query.get('for') !== 'account',
    nextUrl: query.get('next-url') ?? undefined,
    endedSession: query.get('ended') ?? undefined,
    hasStarted: query.has(startedParameter),
    formFailure: signInFailureOf(query.get('failed')),
  }
}

/**
 * The query without the secret, which replaces it before any other request (security S5), and without one-time
 * parameters, so that a reload does not repeat their message or effect.
 */
export function stripSecret(search: string): string {
  const query = new URLSearchParams(search)
  query.delete('tmppass')
  query.delete('failed')
  query.delete(startedParameter)
  const rest = query.toString()
  return rest ? `?${rest}` : ''
}

/** The address leads to a new project: the user wants to try the product. */
export const wantsNewProject = ({ nextUrl }: LoginEntry): boolean => nextUrl === '/new-project'

/** True for a visit without visible parameters, which the prerendered page already shows correctly. */
export const isPlainVisit = (entry: LoginEntry): boolean =>
  entry.email === '' && entry.endedSession === undefined && !wantsNewProject(entry)
