import { msg } from '@lingui/core/macro'
import { projects } from '@lintel/contract/projects/projects'
import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { one } from '../../../api/resource'
import { ProjectCreated } from '../../../portal/new-project/project-created'

export const Route = createFileRoute('/_signed-in/new-project/created/$projectId')({
  loader: ({ context: { queries }, params: { projectId } }) => queries.ensureQueryData(one(projects, projectId)),
  component: CreatedRoute,
  staticData: { title: msg`New project` },
})

function CreatedRoute() {
  const { projectId } = Route.useParams()
  const { data } = useSuspenseQuery(one(projects, projectId))
  return <ProjectCreated project={data.record} />
}
