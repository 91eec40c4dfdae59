import { type ProjectActivity, readProjectActivity } from '@lintel/contract/projects/project-activity'
import { queryOptions } from '@tanstack/react-query'
import { callApi } from '../../api/call-api'
import { type ChangesQuery, useChanges } from '../../api/form/who-changed'

const readActivity = async (project: string, signal: AbortSignal) =>
  (await callApi(readProjectActivity, { parameters: { id: project }, signal })).events

/** The latest activity of a project, for its administrators. */
export const activityOf = (project: string) =>
  queryOptions({
    queryKey: ['project-activity', project],
    queryFn: ({ signal }) => readActivity(project, signal),
    staleTime: 0,
  })

/** The same for a form that names the author of a conflicting change, for one version (`version`) of the record. */
export const projectChanges = (project: string, version: string): ChangesQuery<ProjectChange> => ({
  queryKey: [...activityOf(project).queryKey, 'changes', version],
  queryFn: async ({ signal }) => (await readActivity(project, signal)).map((event) => changeOf(project, event)),
})

/** The {@link projectChanges}, fetched only when needed. */
export const useProjectChanges = (project: string, version: string, isEnabled: boolean): readonly ProjectActivity[] =>
  useChanges(projectChanges(project, version), isEnabled)

/** Who last changed the access of a member, by email. */
export const whoChangedMember = (events: readonly ProjectActivity[], user: string): string | undefined =>
  events.find(({ members }) => members.some((member) => member.user === user))?.actor ?? undefined

type ProjectChange = ProjectActivity & { target: string }

/** An event as a change of its project. A project that is marked as deleted has no state after that, like any deleted record. */
export function changeOf(project: string, event: ProjectActivity): ProjectChange {
  const isDeletion = event.action === 'projects.remove' || event.after?.isInactive === true
  return { ...event, target: project, ...(isDeletion && { before: event.before ?? {}, after: null }) }
}
