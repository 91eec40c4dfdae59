import { msg } from '@lingui/core/macro'
import { isBuiltIn } from '@lintel/contract/customers/login-methods'
import { ssoProviders } from '@lintel/contract/customers/providers'
import { createFileRoute, notFound } from '@tanstack/react-router'
import { all, one } from '../../../../api/resource'
import { EditProvider } from '../../../../console/providers/edit-provider'
import { newRecord } from '../../../../session/new-record'

export const Route = createFileRoute('/_signed-in/_staff/providers/provider/$providerId')({
  loader: async ({ context: { queries }, params: { providerId } }) => {
    void queries.prefetchQuery(all(ssoProviders))
    if (providerId === newRecord) return {}
    // The built-in methods cannot be edited.
    if (isBuiltIn(providerId)) throw notFound()
    const titled = one(ssoProviders, providerId)
    await queries.fetchQuery(titled)
    return { titled }
  },
  component: ProviderRoute,
  staticData: { title: msg`New provider` },
})

function ProviderRoute() {
  const { providerId } = Route.useParams()
  const navigate = Route.useNavigate()
  return (
    <EditProvider
      key={providerId}
      id={providerId === newRecord ? undefined : providerId}
      onAdded={(id) =>
        navigate({
          to: '/providers/provider/$providerId',
          params: { providerId: id },
          replace: true,
          ignoreBlocker: true,
        })
      }
      onClose={() => navigate({ to: '/providers', ignoreBlocker: true })}
    />
  )
}
