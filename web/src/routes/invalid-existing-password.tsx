import { canReadMail } from '@lintel/contract/settings/cluster-configuration'
import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute, type SearchSchemaInput } from '@tanstack/react-router'
import { InvalidExistingPassword } from '../portal/password/invalid-existing-password'
import { nextUrlSearch } from '../session/first-screen'
import { installation } from '../session/installation'
import { textParameter } from '../session/text-parameter'

export const Route = createFileRoute('/invalid-existing-password')({
  validateSearch: (search: { email?: string; 'next-url'?: string } & SearchSchemaInput) => ({
    email: textParameter(search.email) ?? '',
    ...nextUrlSearch(textParameter(search['next-url'])),
  }),
  loader: ({ context: { queries } }) => queries.ensureQueryData(installation),
  component: InvalidExistingPasswordRoute,
})

function InvalidExistingPasswordRoute() {
  const { data } = useSuspenseQuery(installation)
  const { email, 'next-url': nextUrl } = Route.useSearch()
  const { passwordRequirements, isSmtpEnabled } = data.record
  return (
    <InvalidExistingPassword
      email={email}
      nextUrl={nextUrl}
      rules={passwordRequirements}
      isConfirmedByMail={isSmtpEnabled}
      offersReset={canReadMail(data.record)}
    />
  )
}
