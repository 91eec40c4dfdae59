/** Query parameters that carry a secret, by the path of the screen that receives them from a mail or another program. */
const secretParameters: Readonly<Record<string, string>> = {
  '/reset-password': 'code',
  '/mfa-challenge': 'sessiondata',
  '/confirm-email': 'code',
}

/**
 * The only secret that outlives a page load: the link of a new email, opened while signed out, is followed after the sign-in. It is of use
 * only to the person who requested it, signed in, and is stored in this tab for ten minutes.
 */
const storedPath = '/confirm-email'
const storageKey = 'lintel-confirm-email'
const storedMs = 10 * 60_000

let currentSecret: string | undefined

/** Splits an address into its secret and the rest; undefined without a secret. */
export function secretIn(address: URL): { secret: string; rest: string } | undefined {
  const parameter = secretParameters[address.pathname]
  const secret = parameter === undefined ? null : address.searchParams.get(parameter)
  if (parameter === undefined || secret === null) return undefined
  const query = new URLSearchParams(address.search)
  query.delete(parameter)
  return { secret, rest: `${address.pathname}${query.size > 0 ? `?${query}` : ''}` }
}

/** Moves the secret from this page's address into memory before any request is sent (security S5). */
export function extractAddressSecret(): void {
  const match = secretIn(new URL(location.href))
  if (!match) return
  currentSecret = match.secret
  if (location.pathname === storedPath) storeSecret(match.secret)
  history.replaceState(history.state, '', match.rest)
}

/** The secret that the page was opened with, or that of a new email's link stored before the sign-in. */
export const addressSecret = (): string | undefined =>
  currentSecret ??
  (location.pathname === storedPath
    ? parseStoredSecret(sessionStorageOrNone()?.getItem(storageKey), Date.now())
    : undefined)

/** Clears the secret after its use. */
export function clearAddressSecret(): void {
  currentSecret = undefined
  sessionStorageOrNone()?.removeItem(storageKey)
}

/** A stored secret that has not expired; undefined for anything else. */
export function parseStoredSecret(stored: string | null | undefined, now: number): string | undefined {
  const [, at = '', secret = ''] = /^(\d+) (\S+)$/.exec(stored ?? '') ?? []
  return secret !== '' && now - Number(at) < storedMs ? secret : undefined
}

const storeSecret = (secret: string) => sessionStorageOrNone()?.setItem(storageKey, `${Date.now()} ${secret}`)

/** Storage may be blocked: then the link has to be opened again after the sign-in. */
function sessionStorageOrNone(): Storage | undefined {
  try {
    return sessionStorage
  } catch {
    return undefined
  }
}
