import { readFederationSession } from '@lintel/contract/identity/federation'
import { ask } from '../../api/ask'
import { restoreSession, signOut } from '../../session/session'
import { chooseColorScheme, chosenColorScheme } from '../../ui/theme/color-scheme'

/** Where signing out goes on: at the provider that the session began at, else at the site's root. */
export interface NextStop {
  address: string
  provider: string | undefined
}

const siteRoot: NextStop = { address: '/', provider: undefined }

/**
 * Signs out, and settles only when the server has ended the session (security D8): until then its cookie signs in again. Whenever the
 * server has not ended it, it is asked again as soon as `untilAgain` resolves.
 */
export async function endSession(untilAgain: () => Promise<void>): Promise<NextStop> {
  const scheme = chosenColorScheme()
  // Asked before, because nobody is told afterwards, the provider's own logout is where to go on.
  let next = await nextStop()
  while (!(await isEnded())) {
    await untilAgain()
    next ??= await nextStop()
  }
  // The server has the browser forget everything it stored (security D8); how bright one likes it may stay.
  chooseColorScheme(scheme)
  return next ?? siteRoot
}

const isEnded = () =>
  signOut().then(
    () => true,
    () => false,
  )

/** Undefined where it was not answered. */
async function nextStop(): Promise<NextStop | undefined> {
  try {
    if ((await restoreSession()).at !== 'signed-in') return siteRoot
    const { logoutUri, name } = await ask(readFederationSession)
    return logoutUri === undefined ? siteRoot : { address: logoutUri, provider: name }
  } catch {
    return undefined
  }
}
