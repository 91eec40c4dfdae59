import { msg } from '@lingui/core/macro'
import { projectStats } from '@lintel/contract/projects/project-stats'
import { projects } from '@lintel/contract/projects/projects'
import { createFileRoute } from '@tanstack/react-router'
import { one } from '../../../../api/resource'
import { EditProject } from '../../../../console/projects/edit-project'
import { customerNames } from '../../../../console/projects/projects'
import { allFeatures } from '../../../../shell/projects/all-features'

export const Route = createFileRoute('/_signed-in/_staff/projects/project/$projectId')({
  // Loads statistics, members, the project, features and customers (admin-console chapter 7).
  loader: async ({ context: { queries }, params: { projectId } }) => {
    void queries.prefetchQuery(one(projectStats, projectId))
    void queries.prefetchQuery(customerNames)
    const titled = one(projects, projectId)
    await Promise.all([queries.fetchQuery(titled), queries.ensureQueryData(allFeatures)])
    return { titled }
  },
  component: ProjectRoute,
  staticData: { title: msg`All projects` },
})

function ProjectRoute() {
  const { projectId } = Route.useParams()
  const navigate = Route.useNavigate()
  return (
    <EditProject key={projectId} id={projectId} onClose={() => navigate({ to: '/projects', ignoreBlocker: true })} />
  )
}
