import { isPublicPath } from './public-paths'

/** Query parameters that carry a secret, by the path of the screen that receives them from a mail or another program. */
const secretParameters: Readonly<Record<string, string>> = {
  '/reset-password': 'code',
  '/mfa-challenge': 'sessiondata',
  '/confirm-email': 'code',
}

/**
 * The only secret that outlives a page load: the link of a new email, opened while signed out, is followed after the sign-in. It is of use
 * only to the person who requested it, signed in. It is stored in this tab when its page is left, for ten minutes, and taken out of there by
 * the next page, unless that belongs to the sign-in.
 */
const storedPath = '/confirm-email'
const storageKey = 'lintel-confirm-email'
const storedMs = 10 * 60_000

/** The secret, and the path of the screen that it belongs to. */
let held: { secret: string; path: string } | undefined

/** Splits an address into its secret and the rest, without a trailing slash; undefined without a secret. */
export function secretIn(address: URL): { secret: string; rest: string } | undefined {
  // The router opens the same screen with a trailing slash.
  const path = address.pathname.replace(/\/$/, '')
  const parameter = secretParameters[path]
  const secret = parameter === undefined ? null : address.searchParams.get(parameter)
  if (parameter === undefined || secret === null) return undefined
  const query = new URLSearchParams(address.search)
  query.delete(parameter)
  return { secret, rest: `${path}${query.size > 0 ? `?${query}` : ''}` }
}

/** Moves the secret from this page's address into memory before any request is sent (security S5). */
export function extractAddressSecret(): void {
  const match = secretIn(new URL(location.href))
  const stored = isPublicPath(location.pathname) ? undefined : takeStoredSecret()
  if (match) history.replaceState(history.state, '', match.rest)
  hold(match?.secret ?? (location.pathname === storedPath ? stored : undefined))
}

/** The secret that this screen was opened with, or that of a new email's link after the sign-in. No other screen gets it. */
export function addressSecret(): string | undefined {
  if (held?.path !== location.pathname && location.pathname === storedPath) hold(takeStoredSecret())
  return held?.path === location.pathname ? held.secret : undefined
}

/** Forgets the secret: it was used, or refused. */
export function clearAddressSecret(): void {
  held = undefined
}

/** Keeps the secret in memory, where only a reload and the way through the sign-in lose it (security H8). */
function hold(secret: string | undefined): void {
  held = secret === undefined ? undefined : { secret, path: location.pathname }
  window.addEventListener('pagehide', storeSecret)
}

function storeSecret(): void {
  const secret = location.pathname === storedPath ? addressSecret() : undefined
  if (secret !== undefined) sessionStorageOrNone()?.setItem(storageKey, `${Date.now()} ${secret}`)
}

function takeStoredSecret(): string | undefined {
  const storage = sessionStorageOrNone()
  const stored = storage?.getItem(storageKey)
  storage?.removeItem(storageKey)
  return parseStoredSecret(stored, Date.now())
}

/** A stored secret that has not expired; undefined for anything else. */
export function parseStoredSecret(stored: string | null | undefined, now: number): string | undefined {
  const [, at = '', secret = ''] = /^(\d+) (\S+)$/.exec(stored ?? '') ?? []
  return secret !== '' && now - Number(at) < storedMs ? secret : undefined
}

/** Storage may be blocked: then the link has to be opened again after the sign-in. */
function sessionStorageOrNone(): Storage | undefined {
  try {
    return sessionStorage
  } catch {
    return undefined
  }
}
