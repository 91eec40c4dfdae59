import { useRouterState } from '@tanstack/react-router'
import { useSyncExternalStore } from 'react'
import { isWaiting, watchWaiting } from './waiting'
import styles from './waiting-line.module.css'

/** A line that runs along the upper edge while the next screen, or a part of this one, is on its way: a tap was heard. */
export function WaitingLine() {
  const isLoading = useRouterState({ select: ({ isLoading }) => isLoading })
  const isFetching = useSyncExternalStore(watchWaiting, isWaiting)
  return isLoading || isFetching ? <div className={styles.line} data-waiting aria-hidden /> : null
}
