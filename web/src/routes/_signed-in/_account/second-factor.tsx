import { msg } from '@lingui/core/macro'
import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { SecondFactor } from '../../../portal/second-factor/second-factor'
import { currentUser } from '../../../session/current-user'
import { secondFactorStatus } from '../../../session/second-factor-status'

export const Route = createFileRoute('/_signed-in/_account/second-factor')({
  loader: ({ context: { queries } }) => queries.ensureQueryData(secondFactorStatus),
  component: SecondFactorRoute,
  staticData: { title: msg`Two-step verification` },
})

function SecondFactorRoute() {
  const { data: status } = useSuspenseQuery(secondFactorStatus)
  const { data: user } = useSuspenseQuery(currentUser)
  const queries = useQueryClient()
  return (
    <SecondFactor
      email={user.email}
      isFederated={user.method === 'federation'}
      status={status}
      onRenewed={() => queries.invalidateQueries(secondFactorStatus)}
    />
  )
}
