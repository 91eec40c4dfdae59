import { canReadMail } from '@lintel/contract/settings/cluster-configuration'
import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute, type SearchSchemaInput } from '@tanstack/react-router'
import { InvalidExistingPassword } from '../portal/password/invalid-existing-password'
import { installation } from '../session/installation'
import { textParameter } from '../session/text-parameter'

export const Route = createFileRoute('/invalid-existing-password')({
  validateSearch: ({ email }: { email?: string } & SearchSchemaInput) => ({ email: textParameter(email) ?? '' }),
  loader: ({ context: { queries } }) => queries.ensureQueryData(installation),
  component: InvalidExistingPasswordRoute,
})

function InvalidExistingPasswordRoute() {
  const { data } = useSuspenseQuery(installation)
  const { email } = Route.useSearch()
  const { passwordRequirements, isSmtpEnabled } = data.record
  return (
    <InvalidExistingPassword
      email={email}
      rules={passwordRequirements}
      isConfirmedByMail={isSmtpEnabled}
      offersReset={canReadMail(data.record)}
    />
  )
}
