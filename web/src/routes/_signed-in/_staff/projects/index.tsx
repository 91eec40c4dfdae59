import { msg } from '@lingui/core/macro'
import { createFileRoute, type SearchSchemaInput } from '@tanstack/react-router'
import { customerNames, Projects, type ProjectsFilter } from '../../../../console/projects/projects'
import { searchWord } from '../../../../session/search-word'
import { everyFeature } from '../../../../shell/projects/every-feature'
import { projectStates } from '../../../../shell/projects/project-states'

type Narrowed = Partial<Record<keyof ProjectsFilter, string | undefined>>

export const Route = createFileRoute('/_signed-in/_staff/projects/')({
  validateSearch: ({ search, customer, owner, state }: Narrowed & SearchSchemaInput) => ({
    search: searchWord(search),
    customer: searchWord(customer),
    owner: searchWord(owner),
    state: projectStates.find((known) => known === state),
  }),
  // The names of the columns, before the first of them is drawn.
  loader: async ({ context: { queries } }) => {
    void queries.prefetchQuery(customerNames)
    await queries.ensureQueryData(everyFeature)
  },
  component: ProjectsRoute,
  staticData: { title: msg`All projects` },
})

function ProjectsRoute() {
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
      onNew={() => navigate({ to: '/new-project' })}
    />
  )
}
