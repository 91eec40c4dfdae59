import { isSignedIn } from '@lintel/contract/people/permissions'
import { registerForPush } from '@lintel/contract/settings/push'
import type { IdentityServices } from '../../identity/identity-services'
import { hashSecret } from '../../identity/random-secret'
import { personOf } from '../../identity/signed-in'
import { answer } from '../../platform/answer'
import type { Route } from '../../platform/route'
import { registerDevice } from './push.store'

/** The encryption context of a device token, which binds it to the session. */
const deviceContext = (sessionId: string) => `push device ${sessionId}`

/** Registration of the phone of a session for push messages. */
export const pushRoutes = ({ secrets }: Pick<IdentityServices, 'secrets'>): Route[] => [
  answer(registerForPush, {
    bodyLimit: 8 * 1_024,
    may: isSignedIn,
    run: (context, { body: { Token, DeviceType } }) =>
      context.change(async ({ db, now, audit }) => {
        const { sessionId, homeCustomer } = personOf(context)
        await registerDevice(db, {
          sessionId,
          tokenHash: hashSecret(Token),
          sealed: secrets.seal(Token, deviceContext(sessionId)),
          deviceType: DeviceType,
          now,
        })
        const target = { type: 'sessions', id: sessionId }
        audit({ action: 'push.register', customer: homeCustomer, target, after: { deviceType: DeviceType } })
      }),
  }),
]
