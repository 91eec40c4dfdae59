import { Trans } from '@lingui/react/macro'
import { useSyncExternalStore } from 'react'
import { isConnected, watchConnection } from '../api/connection'
import { isOutdatedBuild, watchBuild } from '../api/missing-code'
import { Button } from '../ui/button'
import styles from './connection-strip.module.css'

/**
 * Over every screen, while the server cannot be reached: what is loaded stays, and goes on by itself afterwards. Also where a newer
 * build has replaced this one, which then lacks what it has not loaded yet.
 */
export function ConnectionStrip() {
  const isThere = useSyncExternalStore(watchConnection, isConnected)
  const isOutdated = useSyncExternalStore(watchBuild, isOutdatedBuild)
  return (
    <div role="status" className={styles.place}>
      {!isThere && (
        <p className={styles.strip}>
          <Trans>You are offline. What was loaded can be read, and the page goes on by itself.</Trans>
        </p>
      )}
      {isThere && isOutdated && (
        <p className={styles.strip}>
          <Trans>There is a newer version of this page.</Trans>
          <Button size="small" onClick={() => location.reload()}>
            <Trans>Load it</Trans>
          </Button>
        </p>
      )}
    </div>
  )
}
