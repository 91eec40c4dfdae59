import type { Tokens } from '@lintel/contract/identity/tokens'

/**
 * Where a completed sign-in leads: to the project list, which follows the next-url when it is safe, or first to the
 * profile while a password must be set (account-portal chapters 2 and 4).
 */
export function afterSignIn(
  { mustUpdatePassword = false }: Pick<Tokens, 'mustUpdatePassword'>,
  nextUrl?: string,
): string {
  const query = nextUrl === undefined ? '' : `?${new URLSearchParams({ 'next-url': nextUrl })}`
  return `${mustUpdatePassword ? '/user-profile' : '/'}${query}`
}
