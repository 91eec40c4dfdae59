import { canReadMail } from '@lintel/contract/settings/cluster-configuration'
import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { PasswordChanged } from '../portal/password/password-changed'
import { installation } from '../session/installation'
import { textParameter } from '../session/text-parameter'

export const Route = createFileRoute('/password-changed')({
  validateSearch: ({ email, success, message }: Record<string, unknown>) => ({
    email: textParameter(email) ?? '',
    success: textParameter(success) === 'true',
    message: textParameter(message) ?? '',
  }),
  loader: ({ context: { queries } }) => queries.ensureQueryData(installation),
  component: PasswordChangedRoute,
})

function PasswordChangedRoute() {
  const { data } = useSuspenseQuery(installation)
  return <PasswordChanged {...Route.useSearch()} isMailEnabled={canReadMail(data.record)} />
}
