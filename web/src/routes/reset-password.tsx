import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { z } from 'zod'
import { ResetPassword } from '../portal/password/reset-password'
import { addressSecret } from '../session/address-secrets'
import { installation } from '../session/installation'

// The router reads figures in an address as a number: a username may be nothing but figures.
const word = z.coerce.string().optional()

export const Route = createFileRoute('/reset-password')({
  validateSearch: z.object({ email: word, username: word }),
  loader: ({ context: { queries } }) => queries.ensureQueryData(installation),
  component: ResetPasswordRoute,
})

function ResetPasswordRoute() {
  const { data } = useSuspenseQuery(installation)
  const { email = '', username } = Route.useSearch()
  const navigate = Route.useNavigate()
  const { passwordRequirements, domainSuffix, isSmtpEnabled } = data.record
  return (
    <ResetPassword
      email={email}
      username={username}
      code={addressSecret()}
      rules={passwordRequirements}
      isMailSent={isSmtpEnabled}
      domainSuffix={domainSuffix}
      onAsked={(asked) => navigate({ search: { email: asked, username: asked } })}
    />
  )
}
