import { canReadMail } from '@lintel/contract/settings/cluster-configuration'
import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute, type SearchSchemaInput } from '@tanstack/react-router'
import { ResetPassword } from '../portal/password/reset-password'
import { addressSecret } from '../session/address-secrets'
import { installation } from '../session/installation'
import { searchWord } from '../session/search-word'

export const Route = createFileRoute('/reset-password')({
  validateSearch: ({ email, username }: { email?: string; username?: string } & SearchSchemaInput) => ({
    email: searchWord(email),
    username: searchWord(username),
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
      isMailSent={canReadMail(data.record)}
      outbox={outbox}
      domainSuffix={domainSuffix}
      onAsked={(asked) => navigate({ search: { email: asked, username: asked } })}
    />
  )
}
