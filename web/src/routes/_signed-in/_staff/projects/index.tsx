import { msg } from '@lingui/core/macro'
import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute, type SearchSchemaInput } from '@tanstack/react-router'
import { customerNames, Projects, type ProjectsFilter } from '../../../../console/projects/projects'
import { currentUser } from '../../../../session/current-user'
import { installation } from '../../../../session/installation'
import { mayCreateHere } from '../../../../session/may-create-here'
import { textParameter } from '../../../../session/text-parameter'
import { allFeatures } from '../../../../shell/projects/all-features'
import { projectStates } from '../../../../shell/projects/project-states'

type RawSearch = Partial<Record<keyof ProjectsFilter, string | undefined>>

export const Route = createFileRoute('/_signed-in/_staff/projects/')({
  validateSearch: ({ search, customer, owner, state }: RawSearch & SearchSchemaInput) => ({
    search: textParameter(search),
    customer: textParameter(customer),
    owner: textParameter(owner),
    state: projectStates.find((option) => option === state),
  }),
  // The grid's columns need the feature names before the first render.
  loader: async ({ context: { queries } }) => {
    void queries.prefetchQuery(customerNames)
    await queries.ensureQueryData(allFeatures)
  },
  component: ProjectsRoute,
  staticData: { title: msg`All projects` },
})

function ProjectsRoute() {
  const { data: user } = useSuspenseQuery(currentUser)
  const { data: config } = useSuspenseQuery(installation)
  const { search = '', customer, owner, state } = Route.useSearch()
  const navigate = Route.useNavigate()
  return (
    <Projects
      filter={{ search, customer, owner, state }}
      onFilter={(change) =>
        navigate({
          search: (before) => ({
            ...before,
            ...change,
            ...('search' in change && { search: change.search || undefined }),
          }),
          replace: true,
          resetScroll: false,
        })
      }
      onOpen={(projectId) => navigate({ to: '/projects/project/$projectId', params: { projectId } })}
      onNew={
        mayCreateHere(user, config.record) ? () => navigate({ to: '/new-project', search: { customer } }) : undefined
      }
    />
  )
}
