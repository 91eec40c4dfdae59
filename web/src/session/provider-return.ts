import { federationCallbackPath, isTestState, providerOfState } from '@lintel/contract/identity/federation-callback'

/** What the callback screen was opened with: a provider's response, a mailed link, or nothing. */
export type ProviderReturn =
  | { kind: 'code'; provider: string; code: string; state: string; iss: string | undefined }
  /** The provider redirected back with an error. */
  | { kind: 'refusal'; provider: string | undefined }
  | { kind: 'verification'; code: string }
  /** The window of a test sign-in returned, with a code or an error. */
  | ({ kind: 'test' } & TestReturn)
  /** The page was reloaded after its secrets were removed from the address. */
  | { kind: 'again'; provider: string | undefined }

/** The result of a test sign-in's window, for the page that opened it. */
export interface TestReturn {
  state: string
  code: string | undefined
  iss: string | undefined
  error: string | undefined
  errorDescription: string | undefined
}

/** Parses the address of the callback screen; `rest` is what the address may keep: the provider, to start again. */
export function parseProviderReturn(search: string): { returned: ProviderReturn; rest: string } {
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

let stored: ProviderReturn | undefined

/** Moves code and state from this page's address into memory before any request is sent (security S5). */
export function storeProviderReturn(): void {
  if (location.pathname.replace(/\/$/, '') !== federationCallbackPath) return
  const { returned, rest } = parseProviderReturn(location.search)
  stored = returned
  history.replaceState(history.state, '', `${federationCallbackPath}${rest}`)
}

/** The result of a test sign-in if this page is its window; can be read repeatedly. */
export const testReturn = (): TestReturn | undefined => (stored?.kind === 'test' ? stored : undefined)

/** Takes what the page was opened with; only once, because a code is valid only once. */
export function takeProviderReturn(): Exclude<ProviderReturn, { kind: 'test' }> | undefined {
  if (stored?.kind === 'test') return undefined
  const returned = stored
  stored = undefined
  return returned
}
