import { msg } from '@lingui/core/macro'
import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute, type SearchSchemaInput } from '@tanstack/react-router'
import { cardStatsOf, widgetsOf } from '../../../console/widgets/board-calls'
import { expectPrefetchedFigures } from '../../../console/widgets/widget-figures'
import { Widgets } from '../../../console/widgets/widgets'
import { currentUser } from '../../../session/current-user'
import { textParameter } from '../../../session/text-parameter'
import { loadActiveCustomer } from '../../../session/use-active-customer'
import { CustomerSelector } from '../../../shell/customer-selector'
import { OpenCustomer } from '../../../shell/open-customer'

interface WidgetsSearch {
  search?: string | undefined
  edit?: true | undefined
}

export const Route = createFileRoute('/_signed-in/_customer-admin/project-widgets')({
  validateSearch: ({ search, edit }: WidgetsSearch & SearchSchemaInput): WidgetsSearch => ({
    search: textParameter(search),
    edit: edit === true || undefined,
  }),
  // Prefetched without awaiting: the screen shows its own loading and error states.
  loader: async ({ context: { queries } }) => {
    const customer = await loadActiveCustomer(queries)
    if (customer === undefined) return
    void queries.prefetchQuery(widgetsOf(customer))
    void queries.prefetchQuery(cardStatsOf(customer))
    expectPrefetchedFigures()
  },
  component: WidgetsRoute,
  staticData: { title: msg`Project widgets` },
})

function WidgetsRoute() {
  const { data: user } = useSuspenseQuery(currentUser)
  const { search = '', edit = false } = Route.useSearch()
  const navigate = Route.useNavigate()
  const change = (changed: WidgetsSearch) =>
    navigate({ search: (before) => ({ ...before, ...changed }), replace: true, resetScroll: false })
  return (
    <OpenCustomer user={user}>
      {(customer) => (
        <Widgets
          key={customer}
          customer={customer}
          selector={<CustomerSelector user={user} />}
          search={search}
          onSearch={(text) => change({ search: text || undefined })}
          isEditing={edit}
          onEditing={(isEditing) => change({ edit: isEditing || undefined })}
        />
      )}
    </OpenCustomer>
  )
}
