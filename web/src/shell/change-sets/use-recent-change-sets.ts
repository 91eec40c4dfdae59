import type { ChangeSetKind } from '@lintel/contract/people/change-set-inputs'
import { changeSets, isAtWork } from '@lintel/contract/people/change-sets'
import { useQuery } from '@tanstack/react-query'
import { first } from '../../api/pages'

/** So many are listed: what is older is found in the audit trail. */
const mostListed = 50

/** Between two looks at a list in which one is at work, in ms. */
const lookAgainMs = 2_000

/** The change sets of some kinds of late, the newest first: read whenever they are opened, and again while one is at work. */
export function useRecentChangeSets(customer: string, kinds: readonly ChangeSetKind[]) {
  const { data, error } = useQuery({
    ...first(changeSets, mostListed, { filter: { customer, kind: kinds.join(',') }, sort: ['-createdAt'] }),
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.records.some(isAtWork) ? lookAgainMs : false),
  })
  return { sets: data?.records, error }
}
