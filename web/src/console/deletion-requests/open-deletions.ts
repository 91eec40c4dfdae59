import { listDeletionTasks } from '@lintel/contract/people/deletion-tasks'
import { queryOptions } from '@tanstack/react-query'
import { callApi } from '../../api/call-api'

/** Query for the open deletion requests of a customer's people, or of all people for staff. */
export const openDeletions = (customer: string | undefined) =>
  queryOptions({
    queryKey: ['deletion-requests', customer ?? null],
    queryFn: async ({ signal }) => (await callApi(listDeletionTasks, { query: { customer }, signal })).requests,
    staleTime: 0,
  })
