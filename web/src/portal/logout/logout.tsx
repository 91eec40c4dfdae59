import { Trans, useLingui } from '@lingui/react/macro'
import { readFederationSession } from '@lintel/contract/identity/federation'
import { useEffect, useState } from 'react'
import { ask } from '../../api/ask'
import { restoreSession, signOut } from '../../session/session'
import { AuthActions, AuthScreen } from '../../shell/auth-screen'
import { buttonClass } from '../../ui/button'
import { chooseColorScheme, chosenColorScheme } from '../../ui/theme/color-scheme'

/** How long the farewell stands before the next page takes its place (account-portal chapter 9), in ms. */
const logoutRedirectMs = 3_000

/** Where signing out goes on: at the provider that the session began at, else at the site's root. */
interface NextStop {
  address: string
  provider: string | undefined
}

const siteRoot: NextStop = { address: '/', provider: undefined }

/** Signs out, says so, and goes on: loaded anew, so that nothing of the session stays in memory. */
export function Logout() {
  const { t } = useLingui()
  const [next, setNext] = useState<NextStop>()

  // Ends the session on the server, then leaves the page after the time that the specification gives it.
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    endSession().then((stop) => {
      setNext(stop)
      timer = setTimeout(() => location.replace(stop.address), logoutRedirectMs)
    })
    return () => clearTimeout(timer)
  }, [])

  const provider = next?.provider
  return (
    <AuthScreen title={next ? t`You are signed out` : t`Signing out`}>
      <p role="status">
        {provider ? (
          <Trans>You are being taken to {provider}, to be signed out there as well.</Trans>
        ) : (
          <Trans>See you again soon.</Trans>
        )}
      </p>
      <AuthActions>
        <a href="/login" className={buttonClass({ wide: true })}>
          <Trans>Sign in again</Trans>
        </a>
      </AuthActions>
    </AuthScreen>
  )
}

/** Signs out. Asked before, because nobody is told afterwards, the provider's own logout is where to go on. */
async function endSession(): Promise<NextStop> {
  const scheme = chosenColorScheme()
  const session = await restoreSession().catch(() => undefined)
  const began = session?.at === 'signed-in' ? await ask(readFederationSession).catch(() => undefined) : undefined
  await signOut()
    // Without an answer the session still ended in this browser; the server ends it when it has been idle.
    .catch(() => {})
    // The server has the browser forget everything it stored (security D8); how bright one likes it may stay.
    .finally(() => chooseColorScheme(scheme))
  return began?.logoutUri === undefined ? siteRoot : { address: began.logoutUri, provider: began.name }
}
