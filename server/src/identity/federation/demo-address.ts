import type { Configuration } from '../../platform/configuration'

/** Below the public address; served by `demo-provider` in the local environment only. */
export const demoProviderPath = '/demo-provider'

/** Where the demo world's providers say they live, and who plays them on this machine. */
const stages: Record<string, string> = {
  'https://login.partner.example': 'partner',
  'https://sso.stalbygg.example': 'stalbygg',
}

/**
 * The address where the demo world's providers are really played in the local environment, whatever port it runs at; every
 * other address as it is.
 */
export function demoAddress(address: string, { environment, publicUrl }: Configuration): string {
  if (environment !== 'local' || !URL.canParse(address)) return address
  const { origin } = new URL(address)
  const stage = stages[origin]
  return stage === undefined ? address : `${publicUrl}${demoProviderPath}/${stage}${address.slice(origin.length)}`
}
