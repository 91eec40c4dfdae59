import { canReadMail } from '@lintel/contract/settings/cluster-configuration'
import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { PasswordChanged } from '../portal/password/password-changed'
import { installation } from '../session/installation'
import { searchWord } from '../session/search-word'

export const Route = createFileRoute('/password-changed')({
  validateSearch: ({ email, success, message }: Record<string, unknown>) => ({
    email: searchWord(email) ?? '',
    success: searchWord(success) === 'true',
    message: searchWord(message) ?? '',
  }),
  loader: ({ context: { queries } }) => queries.ensureQueryData(installation),
  component: PasswordChangedRoute,
})

function PasswordChangedRoute() {
  const { data } = useSuspenseQuery(installation)
  return <PasswordChanged {...Route.useSearch()} isMailSent={canReadMail(data.record)} />
}
