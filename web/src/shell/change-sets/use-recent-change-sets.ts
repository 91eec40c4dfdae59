import type { ChangeSetKind } from '@lintel/contract/people/change-set-inputs'
import { changeSets, isRunning } from '@lintel/contract/people/change-sets'
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { first } from '../../api/read-page'
import { currentUser } from '../../session/current-user'
import type { Whose } from './use-whose'

/** Maximum number listed; older ones are in the audit log. */
const maxListed = 50

/** Polling interval while one of them is being worked on, in ms. */
const pollMs = 2_000

/** The recent change sets of some kinds, newest first: fetched whenever opened, and polled while one is being worked on. */
export function useRecentChangeSets(customer: string, kinds: readonly ChangeSetKind[], whose: Whose) {
  const { data: user } = useSuspenseQuery(currentUser)
  const filter = { customer, kind: kinds.join(','), ...(whose === 'mine' && { createdBy: user.email }) }
  const { data, error } = useQuery({
    ...first(changeSets, maxListed, { filter, sort: ['-createdAt'] }),
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.records.some(isRunning) ? pollMs : false),
  })
  return { sets: data?.records, error }
}
