import { listDeletionTasks } from '@lintel/contract/people/deletion-tasks'
import { queryOptions } from '@tanstack/react-query'
import { ask } from '../../api/ask'

/** Open requests for deletion: of a customer's people, or all for staff. */
export const openDeletions = (customer: string | undefined) =>
  queryOptions({
    queryKey: ['deletion-requests', customer ?? null],
    queryFn: async ({ signal }) => (await ask(listDeletionTasks, { query: { customer }, signal })).requests,
    staleTime: 0,
  })
