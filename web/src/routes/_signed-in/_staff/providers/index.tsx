import { msg } from '@lingui/core/macro'
import { ssoProviders } from '@lintel/contract/customers/providers'
import { createFileRoute, type SearchSchemaInput } from '@tanstack/react-router'
import { all } from '../../../../api/resource'
import { Providers } from '../../../../console/providers/providers'
import { newRecord } from '../../../../session/new-record'
import { textParameter } from '../../../../session/text-parameter'

export const Route = createFileRoute('/_signed-in/_staff/providers/')({
  validateSearch: ({ search }: { search?: string | undefined } & SearchSchemaInput) => ({
    search: textParameter(search),
  }),
  // Prefetched without awaiting: the screen shows its own loading and error states.
  loader: ({ context: { queries } }) => void queries.prefetchQuery(all(ssoProviders)),
  component: ProvidersRoute,
  staticData: { title: msg`Providers` },
})

function ProvidersRoute() {
  const { search = '' } = Route.useSearch()
  const navigate = Route.useNavigate()
  return (
    <Providers
      search={search}
      onSearch={(text) => navigate({ search: { search: text || undefined }, replace: true, resetScroll: false })}
      onOpen={(id = newRecord) => navigate({ to: '/providers/provider/$providerId', params: { providerId: id } })}
    />
  )
}
