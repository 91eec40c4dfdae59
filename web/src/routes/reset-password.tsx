import { canReadMail } from '@lintel/contract/settings/cluster-configuration'
import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute, type SearchSchemaInput } from '@tanstack/react-router'
import { ResetPassword } from '../portal/password/reset-password'
import { addressSecret } from '../session/address-secrets'
import { installation } from '../session/installation'
import { textParameter } from '../session/text-parameter'

export const Route = createFileRoute('/reset-password')({
  validateSearch: ({ email, username }: { email?: string; username?: string } & SearchSchemaInput) => ({
    email: textParameter(email),
    username: textParameter(username),
  }),
  loader: ({ context: { queries } }) => queries.ensureQueryData(installation),
  component: ResetPasswordRoute,
})

function ResetPasswordRoute() {
  const { data } = useSuspenseQuery(installation)
  const { email = '', username } = Route.useSearch()
  const navigate = Route.useNavigate()
  const { passwordRequirements, domainSuffix, outbox } = data.record
  return (
    <ResetPassword
      email={email}
      username={username}
      code={addressSecret()}
      rules={passwordRequirements}
      isMailEnabled={canReadMail(data.record)}
      outbox={outbox}
      domainSuffix={domainSuffix}
      onRequested={(requested) => navigate({ search: { email: requested, username: requested } })}
    />
  )
}
