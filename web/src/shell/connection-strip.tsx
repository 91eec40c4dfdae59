import { Trans } from '@lingui/react/macro'
import { useSyncExternalStore } from 'react'
import { isConnected, watchConnection } from '../api/connection'
import { codeState, watchCode } from '../api/missing-code'
import { Button } from '../ui/button'
import styles from './connection-strip.module.css'

/**
 * Over every screen, while the server cannot be reached: what is loaded stays, and goes on by itself afterwards. Also where
 * this page cannot have all of its code any more: a newer build has replaced it, or a part could not be imported.
 */
export function ConnectionStrip() {
  const isThere = useSyncExternalStore(watchConnection, isConnected)
  const code = useSyncExternalStore(watchCode, codeState)
  return (
    <div role="status" className={styles.place}>
      {!isThere && (
        <p className={styles.strip}>
          <Trans>You are offline. What was loaded can be read, and the page goes on by itself.</Trans>
        </p>
      )}
      {isThere && code !== 'whole' && (
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
