import { msg } from '@lingui/core/macro'
import { projectTemplates } from '@lintel/contract/projects/project-templates'
import { projects } from '@lintel/contract/projects/projects'
import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute, type SearchSchemaInput } from '@tanstack/react-router'
import { recordsOf } from '../../../api/use-live-records'
import { listedLibraries, listedTemplates } from '../../../console/templates/listed'
import { Templates } from '../../../console/templates/templates'
import type { TemplatesSearch } from '../../../console/templates/templates-view'
import { isOpenFor, loadActiveCustomer, useActiveCustomer } from '../../../session/active-customer'
import { currentUser } from '../../../session/current-user'
import { searchWord } from '../../../session/search-word'
import { CustomerSelector } from '../../../shell/customer-selector'
import { OtherSignIn } from '../../../shell/other-sign-in'

export const Route = createFileRoute('/_signed-in/_customer-admin/project-templates')({
  validateSearch: ({ template, library, search }: TemplatesSearch & SearchSchemaInput): TemplatesSearch => ({
    template: searchWord(template),
    library: searchWord(library),
    search: searchWord(search),
  }),
  // Asked for while the screen is on its way, which shows what comes and that it fails.
  loader: async ({ context: { queries } }) => {
    const customer = await loadActiveCustomer(queries)
    if (customer === undefined) return
    void queries.prefetchQuery(recordsOf(projectTemplates, customer, listedTemplates))
    void queries.prefetchQuery(recordsOf(projects, customer, listedLibraries))
  },
  component: TemplatesRoute,
  staticData: { title: msg`Project templates` },
})

function TemplatesRoute() {
  const { data: user } = useSuspenseQuery(currentUser)
  const [active] = useActiveCustomer(user)
  const search = Route.useSearch()
  const navigate = Route.useNavigate()
  const isOpen = active !== undefined && isOpenFor(user, active)
  return (
    <Templates
      customer={isOpen ? active : undefined}
      selector={<CustomerSelector user={user} />}
      closed={active && !isOpen && <OtherSignIn methods={active.loginMethods} />}
      search={search}
      onSearch={(change) =>
        navigate({ search: (before) => ({ ...before, ...change }), replace: true, resetScroll: false })
      }
    />
  )
}
