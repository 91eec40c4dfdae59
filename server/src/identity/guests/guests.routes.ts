import { guestLogin } from '@lintel/contract/identity/guest-login'
import { anyone } from '@lintel/contract/people/permissions'
import { answer } from '../../platform/answer'
import type { Route } from '../../platform/route'
import type { IdentityServices } from '../identity-services'
import { signInAsGuest } from './guest-login'

/** Sign-in by a guest link. */
export const guestRoutes = (services: IdentityServices): Route[] => [
  answer(guestLogin, {
    anonymous: true,
    ignoresBearer: true,
    sameSiteOnly: true,
    rate: 'guestLogin',
    may: anyone,
    run: (context, { parameters: { id } }, reply) => signInAsGuest(services, context, reply, id),
  }),
]
