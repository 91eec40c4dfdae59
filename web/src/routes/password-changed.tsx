import { canReadMail } from '@lintel/contract/settings/cluster-configuration'
import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { PasswordChanged } from '../portal/password/password-changed'
import { nextUrlSearch } from '../session/first-screen'
import { installation } from '../session/installation'
import { textParameter } from '../session/text-parameter'

export const Route = createFileRoute('/password-changed')({
  validateSearch: ({ email, success, message, 'next-url': nextUrl }: Record<string, unknown>) => ({
    email: textParameter(email) ?? '',
    success: textParameter(success) === 'true',
    message: textParameter(message) ?? '',
    ...nextUrlSearch(textParameter(nextUrl)),
  }),
  loader: ({ context: { queries } }) => queries.ensureQueryData(installation),
  component: PasswordChangedRoute,
})

function PasswordChangedRoute() {
  const { data } = useSuspenseQuery(installation)
  const { 'next-url': nextUrl, ...outcome } = Route.useSearch()
  return <PasswordChanged {...outcome} nextUrl={nextUrl} isMailEnabled={canReadMail(data.record)} />
}
