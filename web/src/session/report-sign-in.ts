import { logToServer } from '../api/client-log'

/** Reports to the server's log that somebody signed in or linked an account here. A failed report is only logged. */
export function reportSignIn(event: 'signedIn' | 'linked', method: 'password' | 'federation' | 'guest'): void {
  logToServer({ event, logLevel: 'info', message: method }).catch((error: unknown) =>
    console.warn('The sign-in could not be reported', error),
  )
}
