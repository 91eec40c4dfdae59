import type { IdentityServices } from '../identity-services'
import type { OpenIdProviders } from './open-id-providers'

/** The identity services plus the OpenID Connect client. */
export interface FederationServices extends IdentityServices {
  providers: OpenIdProviders
}
