import { readFederationSession } from '@lintel/contract/identity/federation'
import { callApi } from '../../api/call-api'
import { restoreSession, signOut } from '../../session/session'
import { chooseColorScheme, chosenColorScheme } from '../../ui/theme/color-scheme'

/** Where to go after signing out: the logout of the session's provider, else the site root. */
export interface LogoutDestination {
  address: string
  provider: string | undefined
}

const siteRoot: LogoutDestination = { address: '/', provider: undefined }

/**
 * Signs out, and resolves only when the server has ended the session (security D8), because until then its cookie still
 * signs in. After a failure it retries as soon as `waitForRetry` resolves.
 */
export async function endSession(waitForRetry: () => Promise<void>): Promise<LogoutDestination> {
  const colorScheme = chosenColorScheme()
  // Read before signing out, because the session is needed for it.
  let next = await logoutDestination()
  while (!(await trySignOut())) {
    await waitForRetry()
    next ??= await logoutDestination()
  }
  // The server clears the browser's storage (security D8); the color scheme may stay.
  chooseColorScheme(colorScheme)
  return next ?? siteRoot
}

const trySignOut = () =>
  signOut().then(
    () => true,
    () => false,
  )

/** Undefined if there was no response. */
async function logoutDestination(): Promise<LogoutDestination | undefined> {
  try {
    if ((await restoreSession()).at !== 'signed-in') return siteRoot
    const { logoutUri, name } = await callApi(readFederationSession)
    return logoutUri === undefined ? siteRoot : { address: logoutUri, provider: name }
  } catch {
    return undefined
  }
}
