import { msg } from '@lingui/core/macro'
import { projectTemplates } from '@lintel/contract/projects/project-templates'
import { projects } from '@lintel/contract/projects/projects'
import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute, type SearchSchemaInput } from '@tanstack/react-router'
import { customerRecords } from '../../../api/use-live-records'
import { libraryListRequest, templateListRequest } from '../../../console/templates/list-requests'
import { Templates } from '../../../console/templates/templates'
import type { TemplatesSearch } from '../../../console/templates/templates-view'
import { currentUser } from '../../../session/current-user'
import { installation } from '../../../session/installation'
import { mayCreateHere } from '../../../session/may-create-here'
import { textParameter } from '../../../session/text-parameter'
import { canEnterCustomer, loadActiveCustomer, useActiveCustomer } from '../../../session/use-active-customer'
import { CustomerSelector } from '../../../shell/customer-selector'
import { OtherSignIn } from '../../../shell/other-sign-in'

export const Route = createFileRoute('/_signed-in/_customer-admin/project-templates')({
  validateSearch: ({ template, library, search }: TemplatesSearch & SearchSchemaInput): TemplatesSearch => ({
    template: textParameter(template),
    library: textParameter(library),
    search: textParameter(search),
  }),
  // Prefetched without awaiting: the screen shows its own loading and error states.
  loader: async ({ context: { queries } }) => {
    const customer = await loadActiveCustomer(queries)
    if (customer === undefined) return
    void queries.prefetchQuery(customerRecords(projectTemplates, customer, templateListRequest))
    void queries.prefetchQuery(customerRecords(projects, customer, libraryListRequest))
  },
  component: TemplatesRoute,
  staticData: { title: msg`Project templates` },
})

function TemplatesRoute() {
  const { data: user } = useSuspenseQuery(currentUser)
  const { data: config } = useSuspenseQuery(installation)
  const [active] = useActiveCustomer(user)
  const search = Route.useSearch()
  const navigate = Route.useNavigate()
  const isOpen = active !== undefined && canEnterCustomer(user, active)
  return (
    <Templates
      customer={isOpen ? active : undefined}
      selector={<CustomerSelector user={user} />}
      closed={active && !isOpen && <OtherSignIn methods={active.loginMethods} />}
      mayCreateProject={mayCreateHere(user, config.record)}
      search={search}
      onSearch={(change) =>
        navigate({ search: (before) => ({ ...before, ...change }), replace: true, resetScroll: false })
      }
    />
  )
}
