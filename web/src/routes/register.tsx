import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute, redirect } from '@tanstack/react-router'
import { Register } from '../portal/registration/register'
import { isIos } from '../session/device'
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
  const { outbox, environment } = data.record
  // As for a new project itself (account-portal chapter 5): nobody creates one on iOS, and only staff on-premise.
  return <Register outbox={outbox} offersProject={environment !== 'onpremise' && !isIos(navigator)} />
}
