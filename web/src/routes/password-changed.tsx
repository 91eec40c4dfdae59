import { createFileRoute } from '@tanstack/react-router'
import { z } from 'zod'
import { PasswordChanged } from '../portal/password/password-changed'

/** The router reads `true` of an address as a boolean, and other words as they are. */
const flag = z
  .union([z.boolean(), z.string()])
  .transform((given) => given === true || given === 'true')
  .catch(false)

const word = z.string().catch('')

export const Route = createFileRoute('/password-changed')({
  validateSearch: z.object({ email: word, success: flag, message: word }),
  component: PasswordChangedRoute,
})

function PasswordChangedRoute() {
  return <PasswordChanged {...Route.useSearch()} />
}
