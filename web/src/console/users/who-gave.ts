import { type AccessReason, readAccessWhy } from '@lintel/contract/people/access-why'
import { useQueries } from '@tanstack/react-query'
import { ask } from '../../api/ask'

interface AskedMembership {
  project: string
  /** The version that was read last; none for a membership that is gone. */
  version: number | undefined
}

/**
 * Who gave somebody their present role in projects, or ended it, by email: bulk acts and their undoing as well. Undefined while it is
 * asked, and where no record tells.
 */
export function useWhoGave(user: string, asked: readonly AskedMembership[]): (project: string) => string | undefined {
  const answers = useQueries({
    queries: asked.map(({ project, version }) => ({
      queryKey: ['access-why', user, project, version],
      queryFn: ({ signal }: { signal: AbortSignal }) => ask(readAccessWhy, { query: { user, project }, signal }),
      staleTime: Number.POSITIVE_INFINITY,
    })),
  })
  return (project) => givenBy(answers[asked.findIndex((each) => each.project === project)]?.data?.reasons ?? [])
}

/** Who did what counts most of these reasons, when it was a change of the membership. */
export function givenBy(reasons: readonly AccessReason[]): string | undefined {
  const last = reasons.find(({ reason }) => reason === 'given' || reason === 'removed')
  return (last && 'by' in last && last.by) || undefined
}
