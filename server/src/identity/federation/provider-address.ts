import type { Configuration } from '../../platform/configuration'
import type { AddressPolicy } from '../../platform/outside-address'

/** Where providers may live (security E7). */
export const addressPolicy = ({ environment, privateProviderHosts }: Configuration): AddressPolicy => ({
  loopback: environment === 'local',
  privateHosts: privateProviderHosts,
})
