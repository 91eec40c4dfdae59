import { type QueryKey, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { followCustomer } from '../../api/live-connections'
import { readAt } from '../../api/read-at'
import { scheduleRefetch } from '../../api/schedule-refetch'

/** Changes within this interval are refetched together, in ms. */
const batchMs = 100

interface ProjectLiveUpdatesProps {
  project: string
  /** The displayed queries, which are refetched when another user changes their data. */
  queryKeys: readonly QueryKey[]
}

/** Renders nothing: keeps a project and its members up to date for its administrators. */
export function ProjectLiveUpdates({ project, queryKeys }: ProjectLiveUpdatesProps) {
  const queries = useQueryClient()
  const lastReadAt = useEffectEvent(() => Math.min(...queryKeys.map((key) => readAt(queries, key))))
  const refetchSoon = useEffectEvent(() => {
    for (const queryKey of queryKeys) scheduleRefetch(queries, queryKey, batchMs)
  })

  // Subscribes to the server's change events.
  useEffect(() => {
    const onReload = () => refetchSoon()
    return followCustomer({ project, readAt: lastReadAt(), onChange: onReload, onReload, onRefused: onReload })
  }, [project])

  return null
}
