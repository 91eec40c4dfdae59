import { type QueryKey, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { readAgain } from '../../api/read-again'
import { readAt } from '../../api/read-at'
import { followCustomer } from '../../api/shared-live'

/** Changes that come within so many ms are read together. */
const gatherMs = 100

interface FollowProjectProps {
  project: string
  /** What is shown of it: read again when somebody changes it. */
  shown: readonly QueryKey[]
}

/** Draws nothing: what others change of a project and its members appears on its home, for those who administer it. */
export function FollowProject({ project, shown }: FollowProjectProps) {
  const queries = useQueryClient()
  const whenRead = useEffectEvent(() => Math.min(...shown.map((key) => readAt(queries, key))))
  const gather = useEffectEvent(() => {
    for (const queryKey of shown) readAgain(queries, queryKey, gatherMs)
  })

  // The server tells of changes by others.
  useEffect(() => {
    const onReload = () => gather()
    return followCustomer({ project, readAt: whenRead(), onChange: onReload, onReload, onRefused: onReload })
  }, [project])

  return null
}
