import { msg } from '@lingui/core/macro'
import { readDeletionEffects } from '@lintel/contract/people/deletion-effects'
import { requestDeletion, withdrawDeletion } from '@lintel/contract/people/deletion-requests'
import { queryOptions, useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { callApi } from '../../../api/call-api'
import { useSave } from '../../../api/use-save'
import { DeleteUser } from '../../../portal/delete-user/delete-user'
import { currentUser } from '../../../session/current-user'
import { installation } from '../../../session/installation'

const effectsFor = (email: string) =>
  queryOptions({
    queryKey: ['deletion-effects', email],
    queryFn: ({ signal }) => callApi(readDeletionEffects, { parameters: { email }, signal }),
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
  const { data: config } = useSuspenseQuery(installation)
  const { data: effects } = useSuspenseQuery(effectsFor(user.id))
  const requestParams = { parameters: { email: user.id } }
  const invalidates = [{ queryKey: effectsFor(user.id).queryKey }]
  const request = useSave<void, unknown>({ work: () => callApi(requestDeletion, requestParams), invalidates })
  const withdrawal = useSave<void, unknown>({ work: () => callApi(withdrawDeletion, requestParams), invalidates })
  return (
    <DeleteUser
      user={user}
      effects={effects}
      isBusy={request.isPending || withdrawal.isPending}
      onRequest={() => request.mutate(undefined)}
      onWithdraw={() => withdrawal.mutate(undefined)}
      supportMail={config.record.supportMail}
      supportChat={config.record.supportChat}
    />
  )
}
