/** Query parameters that open something, by the screen whose address carries them in a mail or from another program. */
const secretParameters: Readonly<Record<string, string>> = {
  '/reset-password': 'code',
  '/mfa-challenge': 'sessiondata',
  '/confirm-email': 'code',
}

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
  history.replaceState(history.state, '', found.rest)
}

/** The secret that the page was opened with. */
export const addressSecret = (): string | undefined => held
