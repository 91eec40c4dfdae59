import { federationCallbackPath, isTestState, providerOfState } from '@lintel/contract/identity/federation-callback'

/** What the callback screen was opened with: a provider's answer, a mailed link, or nothing any more. */
export type ProviderReturn =
  | { kind: 'code'; provider: string; code: string; state: string; iss: string | undefined }
  /** The provider sent the person back without signing them in (RFC 6749, 4.1.2.1). */
  | { kind: 'refusal'; provider: string | undefined }
  | { kind: 'verification'; code: string }
  /** The window of a test came back, with a code or a refusal. */
  | ({ kind: 'test' } & TestReturn)
  /** The page was loaded again, after its secrets were taken out of the address. */
  | { kind: 'again'; provider: string | undefined }

/** What the window of a test sign-in brought: it is for the page that opened the window. */
export interface TestReturn {
  state: string
  code: string | undefined
  iss: string | undefined
  error: string | undefined
  errorDescription: string | undefined
}

/** Reads the address of the callback screen; `rest` is what it may keep: which provider, to begin there again. */
export function readReturn(search: string): { returned: ProviderReturn; rest: string } {
  const query = new URLSearchParams(search)
  const state = query.get('state') ?? ''
  const code = query.get('code')
  const verification = query.get('verify')
  if (isTestState(state)) {
    const read = (name: string) => query.get(name) ?? undefined
    const [iss, error, errorDescription] = [read('iss'), read('error'), read('error_description')]
    return { returned: { kind: 'test', state, code: code ?? undefined, iss, error, errorDescription }, rest: '' }
  }
  const provider = (state === '' ? query.get('provider') : providerOfState(state)) || undefined
  const rest = provider === undefined ? '' : `?${new URLSearchParams({ provider })}`
  if (verification !== null) return { returned: { kind: 'verification', code: verification }, rest: '' }
  if (code !== null) {
    const iss = query.get('iss') ?? undefined
    return { returned: { kind: 'code', provider: provider ?? state, code, state, iss }, rest }
  }
  return { returned: { kind: query.has('error') ? 'refusal' : 'again', provider }, rest }
}

let held: ProviderReturn | undefined

/** Takes code and state out of this page's address, before anything is requested, into memory (security S5). */
export function holdProviderReturn(): void {
  if (location.pathname.replace(/\/$/, '') !== federationCallbackPath) return
  const { returned, rest } = readReturn(location.search)
  held = returned
  history.replaceState(history.state, '', `${federationCallbackPath}${rest}`)
}

/** What the window of a test came back with, if this page is one; it stays, however often it is asked. */
export const testReturn = (): TestReturn | undefined => (held?.kind === 'test' ? held : undefined)

/** What the page was opened with; once, because a code is good once. */
export function takeProviderReturn(): Exclude<ProviderReturn, { kind: 'test' }> | undefined {
  if (held?.kind === 'test') return undefined
  const taken = held
  held = undefined
  return taken
}
