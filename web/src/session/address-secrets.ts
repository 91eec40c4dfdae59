/** Query parameters that open something, by the screen whose address carries them in a mail or from another program. */
const secretParameters: Readonly<Record<string, string>> = {
  '/reset-password': 'code',
  '/mfa-challenge': 'sessiondata',
  '/confirm-email': 'code',
}

/**
 * The one secret that outlives a document: whoever opens the link of a new email signed out signs in first, and then goes on. It is of
 * use only to the person who asked for that email, signed in; it stays in this tab, for ten minutes.
 */
const keptPath = '/confirm-email'
const storageKey = 'lintel-confirm-email'
const keptMs = 10 * 60_000

let held: string | undefined

/** What an address holds: the secret, and the address without it. Undefined when there is none. */
export function secretIn(address: URL): { secret: string; rest: string } | undefined {
  const parameter = secretParameters[address.pathname]
  const secret = parameter === undefined ? null : address.searchParams.get(parameter)
  if (parameter === undefined || secret === null) return undefined
  const query = new URLSearchParams(address.search)
  query.delete(parameter)
  return { secret, rest: `${address.pathname}${query.size > 0 ? `?${query}` : ''}` }
}

/** Takes the secret out of this page's address, before anything is requested, into memory (security S5). */
export function takeAddressSecret(): void {
  const found = secretIn(new URL(location.href))
  if (!found) return
  held = found.secret
  if (location.pathname === keptPath) keep(found.secret)
  history.replaceState(history.state, '', found.rest)
}

/** The secret that the page was opened with, or that the link of a new email was opened with before signing in. */
export const addressSecret = (): string | undefined =>
  held ??
  (location.pathname === keptPath ? readKept(sessionStorageOrNone()?.getItem(storageKey), Date.now()) : undefined)

/** Forgets the secret: it was used. */
export function forgetAddressSecret(): void {
  held = undefined
  sessionStorageOrNone()?.removeItem(storageKey)
}

/** A kept secret while it is young enough; undefined for anything else that is stored. */
export function readKept(stored: string | null | undefined, now: number): string | undefined {
  const [, at = '', secret = ''] = /^(\d+) (\S+)$/.exec(stored ?? '') ?? []
  return secret !== '' && now - Number(at) < keptMs ? secret : undefined
}

const keep = (secret: string) => sessionStorageOrNone()?.setItem(storageKey, `${Date.now()} ${secret}`)

/** Storage may be forbidden: then the link is opened once more after signing in. */
function sessionStorageOrNone(): Storage | undefined {
  try {
    return sessionStorage
  } catch {
    return undefined
  }
}
