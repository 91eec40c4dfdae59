import { useRouterState } from '@tanstack/react-router'
import { useSyncExternalStore } from 'react'
import styles from './loading-bar.module.css'
import { isWaiting, watchWaiting } from './pending-loads'

/** A loading bar at the upper edge while the next screen or a part of this one is loading. */
export function LoadingBar() {
  const isLoading = useRouterState({ select: ({ isLoading }) => isLoading })
  const isFetching = useSyncExternalStore(watchWaiting, isWaiting)
  return isLoading || isFetching ? <div className={styles.line} data-waiting aria-hidden /> : null
}
