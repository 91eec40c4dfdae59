import { msg } from '@lingui/core/macro'
import { canReadMail } from '@lintel/contract/settings/cluster-configuration'
import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { ChangePassword } from '../../../portal/password/change-password'
import { usePasswordRules } from '../../../portal/password/use-password-rules'
import { currentUser } from '../../../session/current-user'
import { installation } from '../../../session/installation'

export const Route = createFileRoute('/_signed-in/_account/change-password')({
  component: ChangePasswordRoute,
  staticData: { title: msg`Change password` },
})

function ChangePasswordRoute() {
  const { data: user } = useSuspenseQuery(currentUser)
  const { data: config } = useSuspenseQuery(installation)
  const rules = usePasswordRules()
  return <ChangePassword email={user.email} rules={rules} isMailEnabled={canReadMail(config.record)} />
}
