import { type JsonApiDocument, jsonApiMediaType, toRecord } from '@lintel/contract/jsonapi/document'
import { address } from '@lintel/contract/jsonapi/query'
import { type ProjectMember, projectMembers } from '@lintel/contract/people/members'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { failedWith } from '../../api/failure'
import { followCustomer } from '../../api/live-connections'
import { readAll } from '../../api/resource'
import { refetchAll, scheduleRefetch } from '../../api/schedule-refetch'
import { send } from '../../api/send'
import { accessTable, tableVersionsOf } from './access-table-query'
import { createTableUpdater, memberTableFields, type TableMember } from './live-table'
import { localChanges } from './local-changes'

/** Keeps the table up to date with changes by others while it is on screen. */
export function useLiveTable(customer: string, isOpen: boolean): void {
  const queries = useQueryClient()

  // Subscribes to the server's event stream from the cursor of the first table; a reloaded table needs no new subscription.
  useEffect(() => {
    const { queryKey } = accessTable(customer)
    const table = () => queries.getQueryData(queryKey)
    const first = table()
    if (!isOpen || !first) return
    const { onChange, onReload, stop } = createTableUpdater({
      table,
      versions: tableVersionsOf(customer),
      readMember,
      readProject,
      isPending: localChanges.isPending,
      waitUntilSettled: () => localChanges.waitUntilSettled(),
      isLocal: localChanges.isLocal,
      reload: (what) => refetchAll(queries, what === 'table' ? queryKey : []),
      onType: (type) => scheduleRefetch(queries, [type]),
    })
    const unsubscribe = followCustomer({
      customer,
      after: first.cursor,
      onChange,
      onReload,
    })
    return () => {
      unsubscribe()
      stop()
    }
  }, [queries, customer, isOpen])
}

/** Reads past the cache, which would join a request that is in progress and may be older than the change. */
async function readProject(project: string): Promise<ReadonlyMap<string, TableMember>> {
  const fields = { 'project-members': ['user', ...memberTableFields] }
  const { records } = await readAll(projectMembers, { filter: { project }, fields })
  return new Map(records.map((member) => [member.user, member]))
}

async function readMember(id: string): Promise<ProjectMember | undefined> {
  try {
    const answer = await send({ method: 'GET', address: address(projectMembers, id), mediaType: jsonApiMediaType })
    const { data } = answer as JsonApiDocument
    // The server's tests validate this response against the same schema.
    return data && !Array.isArray(data) ? (toRecord(data) as unknown as ProjectMember) : undefined
  } catch (error) {
    if (failedWith(error, 'notFound') || failedWith(error, 'loginMethodRequired')) return undefined
    throw error
  }
}
