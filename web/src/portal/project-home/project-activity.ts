import { type ProjectActivity, readProjectActivity } from '@lintel/contract/projects/project-activity'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { callApi } from '../../api/call-api'

/** The latest activity of a project, for its administrators. */
export const activityOf = (project: string) =>
  queryOptions({
    queryKey: ['project-activity', project],
    queryFn: async ({ signal }) => (await callApi(readProjectActivity, { parameters: { id: project }, signal })).events,
    staleTime: 0,
  })

/**
 * The same for a form that names the author of a conflicting change; fetched only when needed, once for each version
 * (`version`) of the record.
 */
export function useProjectChanges(project: string, version: string, isEnabled: boolean): readonly ProjectActivity[] {
  const { data } = useQuery({
    ...activityOf(project),
    queryKey: [...activityOf(project).queryKey, 'changes', version],
    enabled: isEnabled,
    staleTime: Number.POSITIVE_INFINITY,
  })
  return data ?? []
}

/** Who last changed the access of a member, by email. */
export const whoChangedMember = (events: readonly ProjectActivity[], user: string): string | undefined =>
  events.find(({ members }) => members.some((member) => member.user === user))?.actor ?? undefined

/** Who last deleted the project, by email. */
export const whoDeletedProject = (events: readonly ProjectActivity[]): string | undefined =>
  events.find(({ action, after }) => action === 'projects.remove' || after?.isInactive === true)?.actor ?? undefined
