import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute, redirect } from '@tanstack/react-router'
import { Register } from '../portal/registration/register'
import { installation } from '../session/installation'

export const Route = createFileRoute('/register')({
  loader: async ({ context: { queries } }) => {
    const { record } = await queries.ensureQueryData(installation)
    // Where registration is disabled, the sign-in page explains how to get an account.
    if (!record.canRegister) throw redirect({ href: '/login', reloadDocument: true })
  },
  component: RegisterRoute,
})

function RegisterRoute() {
  const { data } = useSuspenseQuery(installation)
  return <Register outbox={data.record.outbox} />
}
