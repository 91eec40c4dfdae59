import { logToServer } from '../api/client-log'

/** Reports a sign-in or the linking of an account to the server's log. If that fails, it is only logged to the console. */
export function reportSignIn(event: 'signedIn' | 'linked', method: 'password' | 'federation' | 'guest'): void {
  logToServer({ event, logLevel: 'info', message: method }).catch((error: unknown) =>
    console.warn('The sign-in could not be reported', error),
  )
}
