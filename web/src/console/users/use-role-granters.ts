import { type AccessReason, readAccessReasons } from '@lintel/contract/people/access-reasons'
import { useQueries } from '@tanstack/react-query'
import { callApi } from '../../api/call-api'

interface MembershipVersion {
  project: string
  /** The last loaded version; undefined for a deleted membership. */
  version: number | undefined
}

/**
 * Returns the email of who gave or ended a person's current role in a project, also by a bulk action or its undo. Undefined while loading,
 * and where nothing is recorded.
 */
export function useRoleGranters(
  user: string,
  memberships: readonly MembershipVersion[],
): (project: string) => string | undefined {
  const answers = useQueries({
    queries: memberships.map(({ project, version }) => ({
      queryKey: ['access-why', user, project, version],
      queryFn: ({ signal }: { signal: AbortSignal }) =>
        callApi(readAccessReasons, { query: { user, project }, signal }),
      staleTime: Number.POSITIVE_INFINITY,
    })),
  })
  return (project) => grantedBy(answers[memberships.findIndex((each) => each.project === project)]?.data?.reasons ?? [])
}

/** Who made the change that determines the access, if it was a change of the membership. */
export function grantedBy(reasons: readonly AccessReason[]): string | undefined {
  const last = reasons.find(({ reason }) => reason === 'given' || reason === 'removed')
  return (last && 'by' in last && last.by) || undefined
}
