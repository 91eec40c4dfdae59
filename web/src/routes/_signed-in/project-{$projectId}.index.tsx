import { useLingui } from '@lingui/react/macro'
import { projectMembers } from '@lintel/contract/people/members'
import type { Actor } from '@lintel/contract/people/permissions'
import { administersProject, mayReadContent } from '@lintel/contract/projects/project-permissions'
import { projectStats } from '@lintel/contract/projects/project-stats'
import { type Project, projects } from '@lintel/contract/projects/projects'
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { failedWith } from '../../api/failure'
import { Loaded } from '../../api/form/loaded'
import { all, one } from '../../api/resource'
import { Contents } from '../../portal/project-home/contents/contents'
import { invitationsOf } from '../../portal/project-home/invitation-status'
import { activityOf } from '../../portal/project-home/project-activity'
import { ProjectHome } from '../../portal/project-home/project-home'
import { ProjectPeople } from '../../portal/project-home/project-people'
import { pollingInterval } from '../../portal/project-home/use-project-start'
import { useRecordProjectOpening } from '../../portal/project-home/use-record-project-opening'
import { actorOf, currentUser } from '../../session/current-user'
import { Lazy, lazy } from '../../shell/lazy'
import { SkeletonRows } from '../../ui/skeleton-rows'

/** Only for administrators of the project. */
const recentActivity = lazy(async () => (await import('../../portal/project-home/recent-activity')).RecentActivity)

const liveUpdates = lazy(
  async () => (await import('../../portal/project-home/project-live-updates')).ProjectLiveUpdates,
)

const projectOf = (id: string) => one(projects, id, ['customer'])
const statsOf = (id: string) => one(projectStats, id)
const membersOf = (project: string) => all(projectMembers, { filter: { project }, sort: ['name'] })

export const Route = createFileRoute('/_signed-in/project-{$projectId}/')({
  loader: async ({ context: { queries }, params: { projectId } }) => {
    queries.prefetchQuery(statsOf(projectId))
    queries.prefetchQuery(membersOf(projectId))
    const titled = projectOf(projectId)
    await queries.ensureQueryData(titled)
    return { titled }
  },
  component: ProjectHomeRoute,
})

/** The content is available while the project runs, or is hibernated and the user may still read it. */
const showsContent = (actor: Actor, project: Project) =>
  !project.isInactive && (project.isHibernated || project.status === 'Running') && mayReadContent(actor, project)

function ProjectHomeRoute() {
  const { t } = useLingui()
  const { projectId } = Route.useParams()
  useRecordProjectOpening(projectId)
  const { data: user } = useSuspenseQuery(currentUser)
  const { data, error } = useSuspenseQuery({
    ...projectOf(projectId),
    refetchInterval: ({ state }) => (state.data ? pollingInterval(state.data.record) : false),
  })
  // The user was removed from the project while viewing it.
  if (failedWith(error, 'notFound')) throw error
  const stats = useQuery(statsOf(projectId))
  const members = useQuery(membersOf(projectId))
  const loadedMembers = members.data?.records ?? []
  const actor = actorOf(user)
  const isAdministered = administersProject(actor, data.record) && !data.record.isInactive
  const queryKeys = [projectOf, statsOf, membersOf, activityOf, invitationsOf].map((of) => of(projectId).queryKey)
  const customer = data.included.find(({ type, id }) => type === 'customers' && id === data.record.customer)
  return (
    <ProjectHome
      project={data.record}
      customerName={typeof customer?.name === 'string' ? customer.name : undefined}
      stats={stats.data?.record}
      membership={loadedMembers.find((member) => member.user === user.email)}
      contents={showsContent(actor, data.record) && <Contents key={projectId} project={projectId} />}
      activity={
        isAdministered && (
          <Lazy
            component={recentActivity}
            fallback={<SkeletonRows rows={3} />}
            key={projectId}
            project={projectId}
            members={loadedMembers}
          />
        )
      }
    >
      <Loaded data={members.data} error={members.error} what={t`People`}>
        {({ records }) => (
          <>
            <ProjectPeople key={projectId} project={data.record} members={records} actor={actor} />
            {isAdministered && <Lazy component={liveUpdates} project={projectId} queryKeys={queryKeys} />}
          </>
        )}
      </Loaded>
    </ProjectHome>
  )
}
