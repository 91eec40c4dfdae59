import { type ProjectActivity, readProjectActivity } from '@lintel/contract/projects/project-activity'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { ask } from '../../api/ask'

/** The latest activity of a project, for those who administer it. */
export const activityOf = (project: string) =>
  queryOptions({
    queryKey: ['project-activity', project],
    queryFn: async ({ signal }) => (await ask(readProjectActivity, { parameters: { id: project }, signal })).events,
    staleTime: 0,
  })

/** The same for a form that has to say who changed something: asked for then, anew for each content (`stamp`) of the record. */
export function useChangesOf(project: string, stamp: string, isAsked: boolean): readonly ProjectActivity[] {
  const { data } = useQuery({
    ...activityOf(project),
    queryKey: [...activityOf(project).queryKey, 'changes', stamp],
    enabled: isAsked,
    staleTime: Number.POSITIVE_INFINITY,
  })
  return data ?? []
}

/** Who changed the access of a member last, by email. */
export const whoChangedMember = (events: readonly ProjectActivity[], user: string): string | undefined =>
  events.find(({ members }) => members.some((member) => member.user === user))?.actor ?? undefined

/** Who deleted the project last, by email. */
export const whoDeletedProject = (events: readonly ProjectActivity[]): string | undefined =>
  events.find(({ action, after }) => action === 'projects.remove' || after?.isInactive === true)?.actor ?? undefined
