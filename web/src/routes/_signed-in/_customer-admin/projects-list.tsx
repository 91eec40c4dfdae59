import { msg } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute, type SearchSchemaInput } from '@tanstack/react-router'
import { useState } from 'react'
import { ProjectsList, type ProjectsListFilter } from '../../../console/projects-list/projects-list'
import { currentUser } from '../../../session/current-user'
import { searchWord } from '../../../session/search-word'
import { BusinessIntelligence } from '../../../shell/business-intelligence/business-intelligence'
import { CustomerSelector } from '../../../shell/customer-selector'
import { OpenCustomer } from '../../../shell/open-customer'
import { everyFeature } from '../../../shell/projects/every-feature'
import { projectStates } from '../../../shell/projects/project-states'
import type { MenuItem } from '../../../ui/menu-items'

type Narrowed = Partial<Record<keyof ProjectsListFilter, string | undefined>>

export const Route = createFileRoute('/_signed-in/_customer-admin/projects-list')({
  validateSearch: ({ search, state }: Narrowed & SearchSchemaInput) => ({
    search: searchWord(search),
    state: projectStates.find((known) => known === state),
  }),
  // The names of the columns, before the first of them is drawn.
  loader: ({ context: { queries } }) => queries.ensureQueryData(everyFeature),
  component: ProjectsListRoute,
  staticData: { title: msg`Projects list` },
})

function ProjectsListRoute() {
  const { data: user } = useSuspenseQuery(currentUser)
  const { search = '', state } = Route.useSearch()
  const navigate = Route.useNavigate()
  const [exported, setExported] = useState<{ id: string; name: string }>()
  const intelligence = (id: string): MenuItem[] =>
    user.customerAdminFor
      // Staff have no tokens for reports.
      .filter((customer) => customer.id === id && user.role === null)
      .map((customer) => ({
        key: 'business-intelligence',
        words: <Trans>Business intelligence</Trans>,
        drawing: 'sheet',
        onChoose: () => setExported(customer),
      }))
  return (
    <>
      <OpenCustomer user={user}>
        {(customer) => (
          <ProjectsList
            key={customer}
            customer={customer}
            selector={<CustomerSelector user={user} />}
            filter={{ search, state }}
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
            onOpen={(projectId) => navigate({ to: '/project-{$projectId}', params: { projectId } })}
            onNew={() => navigate({ to: '/new-project' })}
            exports={intelligence(customer)}
          />
        )}
      </OpenCustomer>
      {exported && <BusinessIntelligence user={user} customer={exported} onClose={() => setExported(undefined)} />}
    </>
  )
}
