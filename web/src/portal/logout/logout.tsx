import { Trans } from '@lingui/react/macro'
import { useEffect } from 'react'
import { signOut } from '../../session/session'
import { buttonClass } from '../../ui/button'
import { Doorway } from '../../ui/doorway'
import { Mark } from '../../ui/mark'
import { chooseColorScheme, chosenColorScheme } from '../../ui/theme/color-scheme'
import styles from './logout.module.css'

/** How long the farewell stands before the site's root takes its place (account-portal chapter 9), in ms. */
const logoutRedirectMs = 3_000

/** Signs out, says so, and returns to the site's root: loaded anew, so that nothing of the session stays in memory. */
export function Logout() {
  // Ends the session on the server, then leaves the page after the time that the specification gives it.
  useEffect(() => {
    const scheme = chosenColorScheme()
    signOut()
      // Without an answer the session still ended in this browser; the server ends it when it has been idle.
      .catch(() => {})
      // The server has the browser forget everything it stored (security D8); how bright one likes it may stay.
      .finally(() => chooseColorScheme(scheme))
    const timer = setTimeout(() => location.replace('/'), logoutRedirectMs)
    return () => clearTimeout(timer)
  }, [])

  return (
    <Doorway>
      <header className={styles.brand}>
        <Mark size={28} />
        <span>Lintel</span>
      </header>
      <div role="status" className={styles.words}>
        <h1>
          <Trans>You are logged out</Trans>
        </h1>
        <p>
          <Trans>See you again soon.</Trans>
        </p>
      </div>
      <a href="/login" className={buttonClass({ wide: true })}>
        <Trans>Sign in again</Trans>
      </a>
    </Doorway>
  )
}
