import { msg } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute, type SearchSchemaInput } from '@tanstack/react-router'
import { useState } from 'react'
import { ProjectsList, type ProjectsListFilter } from '../../../console/projects-list/projects-list'
import { currentUser } from '../../../session/current-user'
import { installation } from '../../../session/installation'
import { mayCreateHere } from '../../../session/may-create-here'
import { textParameter } from '../../../session/text-parameter'
import { BusinessIntelligence } from '../../../shell/business-intelligence/business-intelligence'
import { CustomerSelector } from '../../../shell/customer-selector'
import { OpenCustomer } from '../../../shell/open-customer'
import { allFeatures } from '../../../shell/projects/all-features'
import { projectStates } from '../../../shell/projects/project-states'
import type { MenuItem } from '../../../ui/menu-items'

type RawSearch = Partial<Record<keyof ProjectsListFilter, string | undefined>>

export const Route = createFileRoute('/_signed-in/_customer-admin/projects-list')({
  validateSearch: ({ search, state }: RawSearch & SearchSchemaInput) => ({
    search: textParameter(search),
    state: projectStates.find((option) => option === state),
  }),
  // The grid's columns need the feature names before the first render.
  loader: ({ context: { queries } }) => queries.ensureQueryData(allFeatures),
  component: ProjectsListRoute,
  staticData: { title: msg`Projects list` },
})

function ProjectsListRoute() {
  const { data: user } = useSuspenseQuery(currentUser)
  const { data: config } = useSuspenseQuery(installation)
  const { search = '', state } = Route.useSearch()
  const navigate = Route.useNavigate()
  const [exportedCustomer, setExportedCustomer] = useState<{ id: string; name: string }>()
  const intelligence = (id: string): MenuItem[] =>
    user.customerAdminFor
      // Staff have no tokens for reports.
      .filter((customer) => customer.id === id && user.role === null)
      .map((customer) => ({
        key: 'business-intelligence',
        label: <Trans>Business intelligence</Trans>,
        icon: 'sheet',
        onChoose: () => setExportedCustomer(customer),
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
            onNew={
              mayCreateHere(user, config.record)
                ? () => navigate({ to: '/new-project', search: { customer } })
                : undefined
            }
            exports={intelligence(customer)}
          />
        )}
      </OpenCustomer>
      {exportedCustomer && (
        <BusinessIntelligence user={user} customer={exportedCustomer} onClose={() => setExportedCustomer(undefined)} />
      )}
    </>
  )
}
