import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { z } from 'zod'
import { InvalidExistingPassword } from '../portal/password/invalid-existing-password'
import { installation } from '../session/installation'

export const Route = createFileRoute('/invalid-existing-password')({
  // The router reads figures in an address as a number: a username may be nothing but figures.
  validateSearch: z.object({ email: z.coerce.string().catch('').default('') }),
  loader: ({ context: { queries } }) => queries.ensureQueryData(installation),
  component: InvalidExistingPasswordRoute,
})

function InvalidExistingPasswordRoute() {
  const { data } = useSuspenseQuery(installation)
  const { email } = Route.useSearch()
  const { passwordRequirements, isSmtpEnabled } = data.record
  return <InvalidExistingPassword email={email} rules={passwordRequirements} isMailSent={isSmtpEnabled} />
}
