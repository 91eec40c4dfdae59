import type { Configuration } from '../../platform/configuration'

/** Path below the public URL; served by `demo-provider` in the local environment only. */
export const demoProviderPath = '/demo-provider'

/** Stage that simulates each issuer of the demo world. */
const stages: Record<string, string> = {
  'https://login.partner.example': 'partner',
  'https://sso.stalbygg.example': 'stalbygg',
}

/**
 * Maps the issuers of the demo world to their simulation on this server in the local environment; every other address is
 * returned unchanged.
 */
export function demoAddress(address: string, { environment, publicUrl }: Configuration): string {
  if (environment !== 'local' || !URL.canParse(address)) return address
  const { origin } = new URL(address)
  const stage = stages[origin]
  return stage === undefined ? address : `${publicUrl}${demoProviderPath}/${stage}${address.slice(origin.length)}`
}
