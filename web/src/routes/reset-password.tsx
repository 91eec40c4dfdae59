import { canReadMail } from '@lintel/contract/settings/cluster-configuration'
import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute, type SearchSchemaInput } from '@tanstack/react-router'
import { ResetPassword } from '../portal/password/reset-password'
import { addressSecret } from '../session/address-secrets'
import { nextUrlSearch } from '../session/first-screen'
import { installation } from '../session/installation'
import { textParameter } from '../session/text-parameter'

export const Route = createFileRoute('/reset-password')({
  validateSearch: (search: { email?: string; username?: string; 'next-url'?: string } & SearchSchemaInput) => ({
    email: textParameter(search.email),
    username: textParameter(search.username),
    ...nextUrlSearch(textParameter(search['next-url'])),
  }),
  loader: ({ context: { queries } }) => queries.ensureQueryData(installation),
  component: ResetPasswordRoute,
})

function ResetPasswordRoute() {
  const { data } = useSuspenseQuery(installation)
  const { email = '', username, 'next-url': nextUrl } = Route.useSearch()
  const navigate = Route.useNavigate()
  const { passwordRequirements, domainSuffix, outbox } = data.record
  return (
    <ResetPassword
      email={email}
      username={username}
      nextUrl={nextUrl}
      code={addressSecret()}
      rules={passwordRequirements}
      isMailEnabled={canReadMail(data.record)}
      outbox={outbox}
      domainSuffix={domainSuffix}
      onRequested={(requested) =>
        navigate({ search: { email: requested, username: requested, ...nextUrlSearch(nextUrl) } })
      }
    />
  )
}
