import { Trans } from '@lingui/react/macro'
import { useSyncExternalStore } from 'react'
import { isConnected, watchConnection } from '../api/connection'
import { codeState, watchCode } from '../api/missing-code'
import { Button } from '../ui/button'
import styles from './connection-strip.module.css'

/**
 * A banner over every screen while the server is unreachable; it disappears by itself afterwards. Also shown if the
 * page cannot load some of its code, or a newer build has replaced it.
 */
export function ConnectionStrip() {
  const isOnline = useSyncExternalStore(watchConnection, isConnected)
  const code = useSyncExternalStore(watchCode, codeState)
  return (
    <div role="status" className={styles.place}>
      {!isOnline && (
        <p className={styles.strip}>
          <Trans>You are offline. What was loaded can be read, and the page goes on by itself.</Trans>
        </p>
      )}
      {isOnline && code !== 'whole' && (
        <p className={styles.strip}>
          {code === 'lost' ? (
            <Trans>A part of this page could not be loaded.</Trans>
          ) : (
            <Trans>There is a newer version of this page.</Trans>
          )}
          <Button size="small" onClick={() => location.reload()}>
            <Trans>Load it</Trans>
          </Button>
        </p>
      )}
    </div>
  )
}
