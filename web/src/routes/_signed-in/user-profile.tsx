import { rulesWithSecondFactor } from '@lintel/contract/identity/passwords'
import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute, redirect } from '@tanstack/react-router'
import { SetPasswordForm } from '../../portal/password/set-password-form'
import { currentUser } from '../../session/current-user'
import { installation } from '../../session/installation'

export const Route = createFileRoute('/_signed-in/user-profile')({
  loader: async ({ context: { queries } }) => {
    const { restriction } = await queries.ensureQueryData(currentUser)
    if (restriction !== 'password') throw redirect({ to: '/', replace: true })
  },
  component: UserProfileRoute,
})

function UserProfileRoute() {
  const { data: user } = useSuspenseQuery(currentUser)
  const { data: here } = useSuspenseQuery(installation)
  const queries = useQueryClient()
  const navigate = Route.useNavigate()
  const { passwordRequirements } = here.record
  return (
    <SetPasswordForm
      email={user.email}
      // Staff sign in with a second factor: fewer characters do (security A4).
      rules={user.role === null ? passwordRequirements : rulesWithSecondFactor(passwordRequirements)}
      onDone={async () => {
        await queries.fetchQuery({ ...currentUser, staleTime: 0 })
        await navigate({ to: '/', replace: true })
      }}
    />
  )
}
