import { msg } from '@lingui/core/macro'
import { canReadMail } from '@lintel/contract/settings/cluster-configuration'
import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute, redirect } from '@tanstack/react-router'
import { ChangePassword } from '../../../portal/password/change-password'
import { usePasswordRules } from '../../../portal/password/use-password-rules'
import { currentUser } from '../../../session/current-user'
import { hasOwnPassword } from '../../../session/has-own-password'
import { installation } from '../../../session/installation'

export const Route = createFileRoute('/_signed-in/_account/change-password')({
  loader: async ({ context: { queries } }) => {
    const user = await queries.ensureQueryData(currentUser)
    if (!hasOwnPassword(user))
      throw redirect({ to: user.guestOf === null ? '/user-profile' : '/sessions', replace: true })
  },
  component: ChangePasswordRoute,
  staticData: { title: msg`Change password` },
})

function ChangePasswordRoute() {
  const { data: user } = useSuspenseQuery(currentUser)
  const { data: config } = useSuspenseQuery(installation)
  const rules = usePasswordRules()
  return <ChangePassword email={user.email} rules={rules} isMailEnabled={canReadMail(config.record)} />
}
