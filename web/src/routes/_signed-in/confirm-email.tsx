import { msg } from '@lingui/core/macro'
import { userProfiles } from '@lintel/contract/people/user-profiles'
import type { readCurrentUser } from '@lintel/contract/people/users'
import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { callApi } from '../../api/call-api'
import { firstCalls } from '../../api/first-calls'
import { one } from '../../api/resource'
import { ConfirmEmail } from '../../portal/confirm-email/confirm-email'
import { addressSecret, clearAddressSecret } from '../../session/address-secrets'
import { currentUser } from '../../session/current-user'

export const Route = createFileRoute('/_signed-in/confirm-email')({
  loader: async ({ context: { queries } }) => {
    const { id } = await queries.ensureQueryData(currentUser)
    await queries.fetchQuery({ ...one(userProfiles, id), staleTime: 0 })
  },
  component: ConfirmEmailRoute,
  staticData: { title: msg`Confirm your new email`, isAlone: true },
})

function ConfirmEmailRoute() {
  const { data: user } = useSuspenseQuery(currentUser)
  const { data: profile } = useSuspenseQuery(one(userProfiles, user.id))
  return (
    <ConfirmEmail
      code={addressSecret()}
      pendingEmail={profile.record.pendingEmail}
      isConfirmed={async () => {
        const { id } = await callApi<typeof readCurrentUser>(firstCalls.readCurrentUser, {})
        return id === profile.record.pendingEmail
      }}
      onRefused={clearAddressSecret}
      // The user's id has changed: a new page load refetches everything that was cached under the old one.
      onConfirmed={() => {
        clearAddressSecret()
        location.replace('/account-email')
      }}
    />
  )
}
