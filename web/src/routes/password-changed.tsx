import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { z } from 'zod'
import { PasswordChanged } from '../portal/password/password-changed'
import { installation } from '../session/installation'

/** The router reads `true` of an address as a boolean, and other words as they are. */
const flag = z
  .union([z.boolean(), z.string()])
  .transform((given) => given === true || given === 'true')
  .catch(false)

const word = z.string().catch('')

export const Route = createFileRoute('/password-changed')({
  validateSearch: z.object({ email: word, success: flag, message: word }),
  loader: ({ context: { queries } }) => queries.ensureQueryData(installation),
  component: PasswordChangedRoute,
})

function PasswordChangedRoute() {
  const { data } = useSuspenseQuery(installation)
  return <PasswordChanged {...Route.useSearch()} isMailSent={data.record.isSmtpEnabled} />
}
