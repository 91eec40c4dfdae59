import type { IdentityServices } from '../identity-services'
import type { OpenIdProviders } from './open-id-providers'

/** What federation shares with all of signing in, and the providers. */
export interface FederationServices extends IdentityServices {
  providers: OpenIdProviders
}
