import { msg } from '@lingui/core/macro'
import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { Passkeys, PasskeysLoading } from '../../../portal/sessions/passkeys'
import { myPasskeys } from '../../../session/my-passkeys'

export const Route = createFileRoute('/_signed-in/_account/passkeys')({
  loader: ({ context: { queries } }) => queries.fetchQuery({ ...myPasskeys, staleTime: 0 }),
  pendingComponent: PasskeysLoading,
  component: PasskeysRoute,
  staticData: { title: msg`Passkeys` },
})

function PasskeysRoute() {
  const { data: passkeyList } = useSuspenseQuery(myPasskeys)
  return <Passkeys passkeys={passkeyList.passkeys} canAdd={passkeyList.available} />
}
