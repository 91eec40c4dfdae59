import { msg } from '@lingui/core/macro'
import { minAdminLevel, privilegeLevel } from '@lintel/contract/people/privilege-levels'
import { readCreationProgress, retryCreation } from '@lintel/contract/projects/project-creation'
import { projects } from '@lintel/contract/projects/projects'
import { queryOptions, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { callApi } from '../../../api/call-api'
import { one } from '../../../api/resource'
import { useSave } from '../../../api/use-save'
import { ProjectCreated } from '../../../portal/new-project/project-created'
import { currentUser } from '../../../session/current-user'
import { myProjectLinks } from '../../../shell/my-project-links'

/** Polling interval of the progress, in ms. */
const progressPollMs = 700

const progressOf = (id: string) =>
  queryOptions({
    queryKey: ['creation', id],
    queryFn: async ({ client, signal }) => {
      const progress = await callApi(readCreationProgress, { parameters: { id }, signal })
      if (progress.state !== 'making') void client.invalidateQueries({ queryKey: myProjectLinks.queryKey })
      return progress
    },
    staleTime: 0,
  })

export const Route = createFileRoute('/_signed-in/new-project/created/$projectId')({
  loader: ({ context: { queries }, params: { projectId } }) =>
    Promise.all([queries.ensureQueryData(one(projects, projectId)), queries.fetchQuery(progressOf(projectId))]),
  component: CreatedRoute,
  staticData: { title: msg`New project` },
})

function CreatedRoute() {
  const { projectId } = Route.useParams()
  const queries = useQueryClient()
  const { data: user } = useSuspenseQuery(currentUser)
  const { data } = useSuspenseQuery(one(projects, projectId))
  // The level of a customer's administrator is at least theirs as such.
  const level = data.record.privilegeLevel ?? privilegeLevel.inactive
  const { data: progress } = useSuspenseQuery({
    ...progressOf(projectId),
    refetchInterval: ({ state }) => (state.data?.state === 'making' ? progressPollMs : false),
  })
  const retry = useSave({
    work: () => callApi(retryCreation, { parameters: { id: projectId } }),
    invalidates: [myProjectLinks],
    onSaved: (newProgress) => queries.setQueryData(progressOf(projectId).queryKey, newProgress),
  })
  return (
    <ProjectCreated
      project={data.record}
      progress={progress}
      isOwner={level === privilegeLevel.owner}
      mayRetry={user.role !== null || level >= minAdminLevel}
      isRetrying={retry.isPending}
      onRetry={() => retry.mutate(undefined)}
    />
  )
}
