import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react'
import { readCreationProgress, retryCreation } from '@lintel/contract/projects/project-creation'
import { projects } from '@lintel/contract/projects/projects'
import { queryOptions, useMutation, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { ask } from '../../../api/ask'
import { problemText } from '../../../api/problem-text'
import { one } from '../../../api/resource'
import { ProjectCreated } from '../../../portal/new-project/project-created'
import { myProjectLinks } from '../../../shell/my-project-links'
import { showToast } from '../../../ui/toast'

/** How often it is asked how far the project is, in ms. */
const askEveryMs = 700

const progressOf = (id: string) =>
  queryOptions({
    queryKey: ['creation', id],
    queryFn: ({ signal }) => ask(readCreationProgress, { parameters: { id }, signal }),
    staleTime: 0,
  })

export const Route = createFileRoute('/_signed-in/new-project/created/$projectId')({
  loader: ({ context: { queries }, params: { projectId } }) =>
    Promise.all([queries.ensureQueryData(one(projects, projectId)), queries.fetchQuery(progressOf(projectId))]),
  component: CreatedRoute,
  staticData: { title: msg`New project` },
})

function CreatedRoute() {
  const { i18n } = useLingui()
  const { projectId } = Route.useParams()
  const queries = useQueryClient()
  const { data } = useSuspenseQuery(one(projects, projectId))
  const { data: progress } = useSuspenseQuery({
    ...progressOf(projectId),
    refetchInterval: ({ state }) => (state.data?.state === 'making' ? askEveryMs : false),
  })
  const retry = useMutation({
    mutationFn: () => ask(retryCreation, { parameters: { id: projectId } }),
    onSuccess: (answer) => {
      queries.setQueryData(progressOf(projectId).queryKey, answer)
      queries.invalidateQueries({ queryKey: myProjectLinks.queryKey })
    },
    onError: (error) => showToast({ kind: 'problem', text: i18n._(problemText(error)) }),
  })
  return (
    <ProjectCreated
      project={data.record}
      progress={progress}
      isRetrying={retry.isPending}
      onRetry={() => retry.mutate()}
    />
  )
}
