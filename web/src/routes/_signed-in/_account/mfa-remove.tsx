import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute, redirect, useLocation } from '@tanstack/react-router'
import { returnPath } from '../../../portal/account/return-path'
import { MfaRemove } from '../../../portal/second-factor/mfa-remove'
import { currentUser } from '../../../session/current-user'
import { secondFactorStatus } from '../../../session/second-factor-status'
import { showToast } from '../../../ui/toast'

export const Route = createFileRoute('/_signed-in/_account/mfa-remove')({
  loader: async ({ context: { queries } }) => {
    const { status } = await queries.fetchQuery(secondFactorStatus)
    if (status === 'disabled') throw redirect({ to: '/second-factor', replace: true })
  },
  component: MfaRemoveRoute,
  staticData: { title: msg`Two-step verification` },
})

function MfaRemoveRoute() {
  const { t } = useLingui()
  const { data: user } = useSuspenseQuery(currentUser)
  const queries = useQueryClient()
  const navigate = Route.useNavigate()
  const returnTo = useLocation({ select: ({ state }) => returnPath(state) })
  return (
    <MfaRemove
      email={user.email}
      onDone={async () => {
        showToast({ kind: 'done', text: t`Two-step verification has been removed.` })
        await Promise.all([
          queries.fetchQuery({ ...currentUser, staleTime: 0 }),
          queries.fetchQuery({ ...secondFactorStatus, staleTime: 0 }),
        ])
        await navigate({ to: '/second-factor', replace: true })
      }}
      onCancel={() => navigate({ to: returnTo })}
    />
  )
}
