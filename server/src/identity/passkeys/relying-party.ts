import { isIP } from 'node:net'
import type { Configuration } from '../../platform/configuration'

/** What passkeys are bound to: the host of the public address, and the pages of that address. */
export interface RelyingParty {
  id: string
  origin: string
}

/** Who asks for passkeys here; undefined where browsers make none: at an address that is a number, or over plain http. */
export function relyingParty({ publicUrl }: Pick<Configuration, 'publicUrl'>): RelyingParty | undefined {
  const { hostname, origin, protocol } = new URL(publicUrl)
  const isNumber = isIP(hostname.replaceAll(/[[\]]/g, '')) !== 0
  const isSecure = protocol === 'https:' || hostname === 'localhost' || hostname.endsWith('.localhost')
  return isNumber || !isSecure ? undefined : { id: hostname, origin }
}
