import { msg } from '@lingui/core/macro'
import { rulesWithSecondFactor } from '@lintel/contract/identity/passwords'
import { canReadMail } from '@lintel/contract/settings/cluster-configuration'
import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { ChangePassword } from '../../../portal/password/change-password'
import { currentUser } from '../../../session/current-user'
import { installation } from '../../../session/installation'

export const Route = createFileRoute('/_signed-in/_account/change-password')({
  component: ChangePasswordRoute,
  staticData: { title: msg`Change password` },
})

function ChangePasswordRoute() {
  const { data: user } = useSuspenseQuery(currentUser)
  const { data: config } = useSuspenseQuery(installation)
  const { passwordRequirements } = config.record
  return (
    <ChangePassword
      email={user.email}
      // Staff sign in with a second factor, so a shorter password is accepted (security A4).
      rules={user.role === null ? passwordRequirements : rulesWithSecondFactor(passwordRequirements)}
      isMailEnabled={canReadMail(config.record)}
    />
  )
}
