import { rulesWithSecondFactor } from '@lintel/contract/identity/passwords'
import { canReadMail } from '@lintel/contract/settings/cluster-configuration'
import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { ChangePassword } from '../../portal/password/change-password'
import { currentUser } from '../../session/current-user'
import { installation } from '../../session/installation'

export const Route = createFileRoute('/_signed-in/change-password')({
  component: ChangePasswordRoute,
  staticData: { isAlone: true },
})

function ChangePasswordRoute() {
  const { data: user } = useSuspenseQuery(currentUser)
  const { data: here } = useSuspenseQuery(installation)
  const navigate = Route.useNavigate()
  const { passwordRequirements } = here.record
  const goHome = () => navigate({ to: '/' })
  return (
    <ChangePassword
      email={user.email}
      // Staff sign in with a second factor: fewer characters do (security A4).
      rules={user.role === null ? passwordRequirements : rulesWithSecondFactor(passwordRequirements)}
      isMailSent={canReadMail(here.record)}
      onDone={goHome}
      onCancel={goHome}
    />
  )
}
