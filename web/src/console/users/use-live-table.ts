import { type JsonApiDocument, jsonApiMediaType, toRecord } from '@lintel/contract/jsonapi/document'
import { address } from '@lintel/contract/jsonapi/query'
import { type ProjectMember, projectMembers } from '@lintel/contract/people/members'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { failedWith } from '../../api/failure'
import { readAgain, readAnew } from '../../api/read-again'
import { all } from '../../api/resource'
import { send } from '../../api/send'
import { followCustomer } from '../../api/shared-live'
import { accessTable } from './access-table-query'
import { keepFresh, shownFields } from './live-table'
import { ownChanges } from './own-changes'

/** Follows what others change in the customer while its users are on screen. */
export function useLiveTable(customer: string, isOpen: boolean): void {
  const queries = useQueryClient()

  // The server's stream of events, from where the first table was read; a table that is read again needs no other one.
  useEffect(() => {
    const { queryKey } = accessTable(customer)
    const table = () => queries.getQueryData(queryKey)
    const first = table()
    if (!isOpen || !first) return
    const { onChange, stop } = keepFresh({
      table,
      readMember,
      readProject: async (project) => {
        const fields = { 'project-members': ['user', ...shownFields] }
        const members = all(projectMembers, { filter: { project }, fields })
        const { records } = await queries.fetchQuery({ ...members, staleTime: 0 })
        return new Map(records.map((member) => [member.user, member]))
      },
      isUnderWay: ownChanges.isUnderWay,
      settled: () => ownChanges.settled(),
      isOwn: ownChanges.isOwn,
      reload: () => readAnew(queries, queryKey),
      onType: (type) => readAgain(queries, [type]),
    })
    const end = followCustomer({
      customer,
      after: first.cursor,
      onChange,
      onReload: () => queries.invalidateQueries({ refetchType: 'active' }),
    })
    return () => {
      end()
      stop()
    }
  }, [queries, customer, isOpen])
}

async function readMember(id: string): Promise<ProjectMember | undefined> {
  try {
    const answer = await send({ method: 'GET', address: address(projectMembers, id), mediaType: jsonApiMediaType })
    const { data } = answer as JsonApiDocument
    // Our own server's answer: its shape is tested there against the same declaration.
    return data && !Array.isArray(data) ? (toRecord(data) as unknown as ProjectMember) : undefined
  } catch (error) {
    if (failedWith(error, 'notFound') || failedWith(error, 'loginMethodRequired')) return undefined
    throw error
  }
}
