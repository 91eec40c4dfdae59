import { federationCallbackPath } from '@lintel/contract/identity/federation-callback'
import type { Configuration } from '../../platform/configuration'

/** The redirect URI of all providers; from the configuration, never from a request (security E1, F4). */
export const callbackAddress = ({ publicUrl }: Pick<Configuration, 'publicUrl'>): string =>
  `${publicUrl}${federationCallbackPath}`
