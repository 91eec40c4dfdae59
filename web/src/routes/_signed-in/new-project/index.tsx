import { msg } from '@lingui/core/macro'
import { projectTemplates } from '@lintel/contract/projects/project-templates'
import { templateProjects } from '@lintel/contract/projects/template-projects'
import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { all, type IncludedRecord } from '../../../api/resource'
import { NewProject } from '../../../portal/new-project/new-project'

const projectsToCopy = all(templateProjects, { sort: ['name'], include: ['customer'] })
const templates = all(projectTemplates, { sort: ['name'], include: ['customer'] })

export const Route = createFileRoute('/_signed-in/new-project/')({
  loader: ({ context: { queries } }) =>
    Promise.all([queries.ensureQueryData(projectsToCopy), queries.ensureQueryData(templates)]),
  component: NewProjectRoute,
  staticData: { title: msg`New project` },
})

function NewProjectRoute() {
  const { data: copied } = useSuspenseQuery(projectsToCopy)
  const { data: listed } = useSuspenseQuery(templates)
  const navigate = Route.useNavigate()
  return (
    <NewProject
      templates={{
        templateProjects: copied.records,
        projectTemplates: listed.records,
        customerNames: new Map([...copied.included, ...listed.included].map(named)),
      }}
      onCreated={(projectId) =>
        navigate({ to: '/new-project/created/$projectId', params: { projectId }, ignoreBlocker: true })
      }
      onCancel={() => navigate({ to: '/' })}
    />
  )
}

const named = ({ id, name }: IncludedRecord): [string, string] => [id, typeof name === 'string' ? name : id]
