import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute, Outlet, useMatches } from '@tanstack/react-router'
import { AccountFrame } from '../../../portal/account/account-frame'
import { currentUser } from '../../../session/current-user'
import { useIsStandalone } from '../../../shell/use-is-standalone'

export const Route = createFileRoute('/_signed-in/_account')({
  component: AccountRoute,
})

function AccountRoute() {
  const { data: user } = useSuspenseQuery(currentUser)
  const path = useMatches({ select: (matches) => matches.at(-1)?.pathname }) ?? ''
  if (useIsStandalone(user)) return <Outlet />
  return (
    <AccountFrame user={user} path={path}>
      <Outlet />
    </AccountFrame>
  )
}
