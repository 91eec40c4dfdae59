import type { Configuration } from '../../platform/configuration'
import type { AddressPolicy } from '../../platform/outbound-address'

/** Which addresses providers may have (security E7). */
export const addressPolicy = ({ environment, privateProviderHosts }: Configuration): AddressPolicy => ({
  loopback: environment === 'local',
  privateHosts: privateProviderHosts,
})
