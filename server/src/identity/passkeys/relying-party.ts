import { isIP } from 'node:net'
import type { Configuration } from '../../platform/configuration'

/** The WebAuthn relying party: host and origin of the public URL. */
export interface RelyingParty {
  id: string
  origin: string
}

/** The relying party; undefined where browsers do not support passkeys: with an IP address as host, or over plain http. */
export function relyingParty({ publicUrl }: Pick<Configuration, 'publicUrl'>): RelyingParty | undefined {
  const { hostname, origin, protocol } = new URL(publicUrl)
  const isNumber = isIP(hostname.replaceAll(/[[\]]/g, '')) !== 0
  const isSecure = protocol === 'https:' || hostname === 'localhost' || hostname.endsWith('.localhost')
  return isNumber || !isSecure ? undefined : { id: hostname, origin }
}
