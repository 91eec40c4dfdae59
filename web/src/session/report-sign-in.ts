import { send } from '../api/send'

/** What the log learns of the device: its kind and language, nothing that tells one person from another. */
const deviceFingerprint = () =>
  ['web', navigator.maxTouchPoints > 0 ? 'touch' : 'pointer', navigator.language].join('; ')

/** Tells the server's log that somebody signed in or linked an account here. That it could not be told is only logged. */
export function reportSignIn(event: 'signedIn' | 'linked', method: 'password' | 'federation' | 'guest'): void {
  send({
    method: 'POST',
    address: '/mgw/api/v2/client/log',
    anonymous: true,
    body: {
      event,
      route: location.pathname,
      logLevel: 'info',
      deviceFingerprint: deviceFingerprint(),
      message: method,
    },
  }).catch((error: unknown) => console.warn('The sign-in could not be reported', error))
}
