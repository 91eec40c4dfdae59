import { msg } from '@lingui/core/macro'
import { readDeletionEffects } from '@lintel/contract/people/deletion-effects'
import { requestDeletion, withdrawDeletion } from '@lintel/contract/people/deletion-requests'
import { queryOptions, useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { ask } from '../../../api/ask'
import { useSave } from '../../../api/use-save'
import { DeleteUser } from '../../../portal/delete-user/delete-user'
import { currentUser } from '../../../session/current-user'
import { installation } from '../../../session/installation'

const effectsFor = (email: string) =>
  queryOptions({
    queryKey: ['deletion-effects', email],
    queryFn: ({ signal }) => ask(readDeletionEffects, { parameters: { email }, signal }),
    staleTime: 0,
  })

export const Route = createFileRoute('/_signed-in/_account/delete-user')({
  loader: async ({ context: { queries } }) => {
    const { id } = await queries.ensureQueryData(currentUser)
    await queries.fetchQuery(effectsFor(id))
  },
  component: DeleteUserRoute,
  staticData: { title: msg`Delete account` },
})

function DeleteUserRoute() {
  const { data: user } = useSuspenseQuery(currentUser)
  const { data: here } = useSuspenseQuery(installation)
  const { data: effects } = useSuspenseQuery(effectsFor(user.id))
  const own = { parameters: { email: user.id } }
  const touches = [{ queryKey: effectsFor(user.id).queryKey }]
  const request = useSave<void, unknown>({ work: () => ask(requestDeletion, own), touches })
  const withdrawal = useSave<void, unknown>({ work: () => ask(withdrawDeletion, own), touches })
  return (
    <DeleteUser
      user={user}
      effects={effects}
      isBusy={request.isPending || withdrawal.isPending}
      onAsk={() => request.mutate(undefined)}
      onWithdraw={() => withdrawal.mutate(undefined)}
      supportMail={here.record.supportMail}
      supportChat={here.record.supportChat}
    />
  )
}
