import { type QueryKey, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
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
  const readAgain = useEffectEvent(() => {
    for (const queryKey of shown) void queries.invalidateQueries({ queryKey })
  })

  // The server tells of changes by others.
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const gather = () => {
      if (timer !== undefined) return
      timer = setTimeout(() => {
        timer = undefined
        readAgain()
      }, gatherMs)
    }
    const leave = followCustomer({ project, readAt: whenRead(), onChange: gather, onReload: gather, onRefused: gather })
    return () => {
      clearTimeout(timer)
      leave()
    }
  }, [project])

  return null
}
