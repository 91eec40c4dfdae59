import { msg } from '@lingui/core/macro'
import { customers } from '@lintel/contract/customers/customers'
import { isStaff, mayCreateProject } from '@lintel/contract/people/permissions'
import { projectTemplates } from '@lintel/contract/projects/project-templates'
import { templateProjects } from '@lintel/contract/projects/template-projects'
import { useQuery, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute, redirect } from '@tanstack/react-router'
import { all } from '../../../api/resource'
import { NewProject } from '../../../portal/new-project/new-project'
import { actorOf, currentUser } from '../../../session/current-user'
import { isIos } from '../../../session/device'
import { redirectBefore } from '../../../session/first-screen'
import { installation } from '../../../session/installation'
import { myProjectLinks } from '../../../shell/my-project-links'

/** In the server's order: the platform’s templates by number, then the others by name. */
const projectsToCopy = all(templateProjects)
const customersToChoose = all(customers, { sort: ['name'], fields: { customers: ['name'] } })
const templates = all(projectTemplates, {
  sort: ['name'],
  fields: { 'project-templates': ['name', 'customer', 'customerName'] },
})

export const Route = createFileRoute('/_signed-in/new-project/')({
  loader: async ({ context: { queries }, location }) => {
    const [user, config] = await Promise.all([
      queries.ensureQueryData(currentUser),
      queries.ensureQueryData(installation),
    ])
    const first = redirectBefore(location.href, user)
    if (first) throw redirect(first)
    // Users who may not create projects are redirected (account-portal chapters 5 and 6).
    if (!mayCreateProject(actorOf(user), config.record.environment) || isIos(navigator)) {
      throw redirect({ to: '/', replace: true })
    }
    await Promise.all([
      queries.ensureQueryData(projectsToCopy),
      queries.ensureQueryData(templates),
      isStaff(actorOf(user)) && queries.ensureQueryData(customersToChoose),
    ])
  },
  component: NewProjectRoute,
  staticData: { title: msg`New project` },
})

function NewProjectRoute() {
  const { data: user } = useSuspenseQuery(currentUser)
  const { data: projectList } = useSuspenseQuery(projectsToCopy)
  const { data: templateList } = useSuspenseQuery(templates)
  const { data: customerList } = useQuery({ ...customersToChoose, enabled: isStaff(actorOf(user)) })
  const queries = useQueryClient()
  const navigate = Route.useNavigate()
  return (
    <NewProject
      templates={{
        templateProjects: projectList.records,
        projectTemplates: templateList.records,
      }}
      customers={isStaff(actorOf(user)) ? (customerList?.records ?? []) : undefined}
      offersTrial={user.beginsWithTrial}
      onCreated={() => queries.invalidateQueries({ queryKey: myProjectLinks.queryKey })}
      // From the toast another form may have unsaved changes and must ask; this form has just been saved.
      onOpen={(projectId, from) =>
        navigate({ to: '/new-project/created/$projectId', params: { projectId }, ignoreBlocker: from === 'form' })
      }
      onCancel={() => navigate({ to: '/' })}
    />
  )
}
