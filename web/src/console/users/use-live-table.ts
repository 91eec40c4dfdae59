import { type JsonApiDocument, jsonApiMediaType, toRecord } from '@lintel/contract/jsonapi/document'
import { address } from '@lintel/contract/jsonapi/query'
import { type ProjectMember, projectMembers } from '@lintel/contract/people/members'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { failedWith } from '../../api/failure'
import { followChanges } from '../../api/live'
import { all } from '../../api/resource'
import { send } from '../../api/send'
import type { AccessTable } from './access-table'
import { isUnderWay } from './change-role'
import { keepFresh } from './live-table'

/** Follows what others change in the customer while its users are on screen; `reload` reads the whole table again. */
export function useLiveTable(customer: string, table: AccessTable | undefined, reload: () => void): void {
  const queries = useQueryClient()
  const now = useRef(table)
  now.current = table
  const isOpen = table !== undefined

  // The server's stream of events, from where the first table was read; a table that is read again needs no other one.
  // biome-ignore lint/correctness/useExhaustiveDependencies: one stream a customer, as long as it is on screen
  useEffect(() => {
    if (!now.current) return
    const { onChange, stop } = keepFresh({
      table: () => now.current,
      readMember,
      readProject: async (project) => {
        const fields = { 'project-members': ['user', 'privilegeLevel'] }
        const { records } = await queries.fetchQuery({ ...all(projectMembers, { filter: { project }, fields }), staleTime: 0 })
        return new Map(records.map(({ user, privilegeLevel }) => [user, privilegeLevel]))
      },
      isUnderWay,
      reload,
      onType: (type) => queries.invalidateQueries({ queryKey: [type], refetchType: 'active' }),
    })
    const end = followChanges({ customer, after: now.current.cursor, onChange, onReload: reload })
    return () => {
      end()
      stop()
    }
  }, [customer, isOpen])
}

async function readMember(id: string): Promise<ProjectMember | undefined> {
  try {
    const answer = await send({ method: 'GET', address: address(projectMembers, id), mediaType: jsonApiMediaType })
    const { data } = answer as JsonApiDocument
    return data && !Array.isArray(data) ? (toRecord(data) as unknown as ProjectMember) : undefined
  } catch (error) {
    if (failedWith(error, 'notFound')) return undefined
    throw error
  }
}
