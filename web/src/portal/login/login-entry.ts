import { type SignInFailure, signInFailureOf } from '@lintel/contract/identity/sign-in-form'

/** What the address asks of the sign-in page (account-portal chapter 2, entry rules). */
export interface LoginEntry {
  email: string
  /** The temporary password of an invitation link. */
  temporaryPassword: string | undefined
  nextUrl: string | undefined
  /** The person was working when their session ended. */
  hasEnded: boolean
  /** The form was posted before the page's script was alive, and signed nobody in. */
  failed: SignInFailure | undefined
}

/** Reads the query of the sign-in page. */
export function readEntry(search: string): LoginEntry {
  const query = new URLSearchParams(search)
  return {
    email: query.get('email')?.trim() ?? '',
    temporaryPassword: query.get('tmppass') ?? undefined,
    nextUrl: query.get('next-url') ?? undefined,
    hasEnded: query.has('ended'),
    failed: signInFailureOf(query.get('failed')),
  }
}

/**
 * The query without the secret, to put in its place before anything else is requested (security S5), and without what
 * happened once: a reload does not say it again.
 */
export function withoutSecret(search: string): string {
  const query = new URLSearchParams(search)
  query.delete('tmppass')
  query.delete('failed')
  const rest = query.toString()
  return rest ? `?${rest}` : ''
}

/** The address leads on to a new project: somebody who wants to try the product out. */
export const wantsProject = ({ nextUrl }: LoginEntry): boolean => nextUrl === '/new-project'

/** True for a visit that asks for nothing that shows: the page as it arrives drawn. */
export const isPlain = (entry: LoginEntry): boolean => entry.email === '' && !entry.hasEnded && !wantsProject(entry)
