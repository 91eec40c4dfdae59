import { useLingui } from '@lingui/react/macro'
import { projectMembers } from '@lintel/contract/people/members'
import type { Actor } from '@lintel/contract/people/permissions'
import { administersProject, readsContentOf } from '@lintel/contract/projects/project-permissions'
import { projectStats } from '@lintel/contract/projects/project-stats'
import { type Project, projects } from '@lintel/contract/projects/projects'
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { failedWith } from '../../api/failure'
import { Loaded } from '../../api/form/loaded'
import { all, one } from '../../api/resource'
import { Contents } from '../../portal/project-home/contents/contents'
import { invitationsOf } from '../../portal/project-home/invited'
import { ManagedPeople } from '../../portal/project-home/managed-people'
import { People } from '../../portal/project-home/people'
import { activityOf } from '../../portal/project-home/project-activity'
import { ProjectHome } from '../../portal/project-home/project-home'
import { useOpenedProject } from '../../portal/project-home/use-opened-project'
import { isToBeStarted } from '../../portal/project-home/use-project-start'
import { actorOf, currentUser } from '../../session/current-user'
import { Late, later } from '../../shell/later'
import { SkeletonRows } from '../../ui/skeleton-rows'

/** For those who administer the project alone. */
const recentActivity = later(async () => (await import('../../portal/project-home/recent-activity')).RecentActivity)

const followProject = later(async () => (await import('../../portal/project-home/follow-project')).FollowProject)

const projectOf = (id: string) => one(projects, id, ['customer'])
const statsOf = (id: string) => one(projectStats, id)
const membersOf = (project: string) => all(projectMembers, { filter: { project }, sort: ['name'] })

/** How often a starting project is asked whether it runs, in milliseconds. */
const startingPollMs = 1_000

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

/** The content of a project that runs, or that is hibernated and looked at by those who still may. */
const showsContent = (actor: Actor, project: Project) =>
  !project.isInactive && (project.isHibernated || project.status === 'Running') && readsContentOf(actor, project)

function ProjectHomeRoute() {
  const { t } = useLingui()
  const { projectId } = Route.useParams()
  useOpenedProject(projectId)
  const { data: user } = useSuspenseQuery(currentUser)
  const { data, error } = useSuspenseQuery({
    ...projectOf(projectId),
    refetchInterval: ({ state }) => (state.data && isToBeStarted(state.data.record) ? startingPollMs : false),
  })
  // They were removed from it while they looked at it.
  if (failedWith(error, 'notFound')) throw error
  const stats = useQuery(statsOf(projectId))
  const members = useQuery(membersOf(projectId))
  const known = members.data?.records ?? []
  const actor = actorOf(user)
  const isAdministered = administersProject(actor, data.record) && !data.record.isInactive
  const shown = [projectOf, statsOf, membersOf, activityOf, invitationsOf].map((of) => of(projectId).queryKey)
  const customer = data.included.find(({ type, id }) => type === 'customers' && id === data.record.customer)
  return (
    <ProjectHome
      project={data.record}
      customerName={typeof customer?.name === 'string' ? customer.name : undefined}
      stats={stats.data?.record}
      own={known.find((member) => member.user === user.email)}
      contents={showsContent(actor, data.record) && <Contents key={projectId} project={projectId} />}
      activity={
        isAdministered && (
          <Late
            component={recentActivity}
            fallback={<SkeletonRows rows={3} />}
            key={projectId}
            project={projectId}
            members={known}
          />
        )
      }
    >
      <Loaded data={members.data} error={members.error} what={t`People`}>
        {({ records }) =>
          isAdministered ? (
            <>
              <ManagedPeople key={projectId} project={data.record} members={records} />
              <Late component={followProject} project={projectId} shown={shown} />
            </>
          ) : (
            <People members={records} timeZone={data.record.timeZone} />
          )
        }
      </Loaded>
    </ProjectHome>
  )
}
