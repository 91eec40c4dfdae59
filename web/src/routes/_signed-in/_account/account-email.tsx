import { msg } from '@lingui/core/macro'
import { userProfiles } from '@lintel/contract/people/user-profiles'
import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute, redirect } from '@tanstack/react-router'
import { one } from '../../../api/resource'
import { EmailSection } from '../../../portal/user-profile/email-section'
import { currentUser } from '../../../session/current-user'
import { redirectBefore } from '../../../session/first-screen'

export const Route = createFileRoute('/_signed-in/_account/account-email')({
  loader: async ({ context: { queries }, location }) => {
    const user = await queries.ensureQueryData(currentUser)
    const first = redirectBefore(location.href, user)
    if (first) throw redirect(first)
    // A guest has no email of their own here.
    if (user.guestOf !== null) throw redirect({ to: '/user-profile', replace: true })
    await queries.fetchQuery({ ...one(userProfiles, user.id), staleTime: 0 })
  },
  component: AccountEmailRoute,
  staticData: { title: msg`Email` },
})

function AccountEmailRoute() {
  const { data: user } = useSuspenseQuery(currentUser)
  const { data: profile } = useSuspenseQuery(one(userProfiles, user.id))
  return <EmailSection profile={profile.record} />
}
