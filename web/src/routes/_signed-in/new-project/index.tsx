import { msg } from '@lingui/core/macro'
import { customers } from '@lintel/contract/customers/customers'
import { isStaff } from '@lintel/contract/people/permissions'
import type { CurrentUser } from '@lintel/contract/people/users'
import { projectTemplates } from '@lintel/contract/projects/project-templates'
import { templateProjects } from '@lintel/contract/projects/template-projects'
import { useQuery, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute, redirect, type SearchSchemaInput } from '@tanstack/react-router'
import { all } from '../../../api/resource'
import { NewProject } from '../../../portal/new-project/new-project'
import { trialIn, trialKey } from '../../../portal/new-project/trial-in'
import { actorOf, currentUser } from '../../../session/current-user'
import { redirectBefore } from '../../../session/first-screen'
import { installation } from '../../../session/installation'
import { mayCreateHere } from '../../../session/may-create-here'
import { textParameter } from '../../../session/text-parameter'
import { myProjectLinks } from '../../../shell/my-project-links'

/** In the server's order: the platform’s templates by number, then the others by name. */
const projectsToCopy = all(templateProjects)
const customersToChoose = all(customers, { sort: ['name'], fields: { customers: ['name'] } })
const templates = all(projectTemplates, {
  sort: ['name'],
  fields: { 'project-templates': ['name', 'customer', 'customerName'] },
})

/** The customer of this id, if the person administers it; undefined for staff, who choose among all customers and are offered no trial. */
const administeredCustomer = (user: CurrentUser, customer: string | undefined) =>
  isStaff(actorOf(user)) ? undefined : user.customerAdminFor.find(({ id }) => id === customer)

export const Route = createFileRoute('/_signed-in/new-project/')({
  validateSearch: ({ customer }: { customer?: string | undefined } & SearchSchemaInput) => ({
    customer: textParameter(customer),
  }),
  loaderDeps: ({ search: { customer } }) => ({ customer }),
  loader: async ({ context: { queries }, deps: { customer }, location }) => {
    const [user, config] = await Promise.all([
      queries.ensureQueryData(currentUser),
      queries.ensureQueryData(installation),
    ])
    const first = redirectBefore(location.href, user)
    if (first) throw redirect(first)
    // Users who may not create projects are redirected (account-portal chapters 5 and 6).
    if (!mayCreateHere(user, config.record)) throw redirect({ to: '/', replace: true })
    const named = administeredCustomer(user, customer)
    await Promise.all([
      queries.ensureQueryData(projectsToCopy),
      queries.ensureQueryData(templates),
      isStaff(actorOf(user)) && queries.ensureQueryData(customersToChoose),
      // The form opens without it as well: the server refuses a second trial.
      named && queries.prefetchQuery(trialIn(named.id, user.id)),
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
  const { customer } = Route.useSearch()
  const queries = useQueryClient()
  const navigate = Route.useNavigate()
  const customersOfStaff = isStaff(actorOf(user)) ? (customerList?.records ?? []) : undefined
  // The id of a customer that the person does not administer is ignored.
  const named = customersOfStaff
    ? customersOfStaff.find(({ id }) => id === customer)
    : administeredCustomer(user, customer)
  return (
    <NewProject
      templates={{
        templateProjects: projectList.records,
        projectTemplates: templateList.records,
      }}
      customers={customersOfStaff}
      customer={named}
      user={user}
      onCreated={({ trialEndsAt }) => {
        queries.invalidateQueries({ queryKey: myProjectLinks.queryKey })
        // Read again by the next screen: this one still shows the offer of the trial that has just begun.
        for (const queryKey of trialEndsAt !== null ? [currentUser.queryKey, trialKey] : [])
          queries.invalidateQueries({ queryKey, refetchType: 'none' })
      }}
      // From the toast another form may have unsaved changes and must ask; this form has just been saved.
      onOpen={(projectId, from) =>
        navigate({ to: '/new-project/created/$projectId', params: { projectId }, ignoreBlocker: from === 'form' })
      }
      onCancel={() => navigate({ to: '/' })}
    />
  )
}
