import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { userProfiles } from '@lintel/contract/people/user-profiles'
import type { CurrentUser } from '@lintel/contract/people/users'
import { canReadMail } from '@lintel/contract/settings/cluster-configuration'
import { urls } from '@lintel/contract/settings/urls'
import { useQuery, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import type { RecordStep } from '../../../api/form/record-steps'
import { useRecordSteps } from '../../../api/form/use-record-steps'
import { one } from '../../../api/resource'
import { SetPasswordForm } from '../../../portal/password/set-password-form'
import { usePasswordRules } from '../../../portal/password/use-password-rules'
import { AccessMailsSection } from '../../../portal/user-profile/access-mails-section'
import { AccountSection } from '../../../portal/user-profile/account-section'
import { InvitedBy } from '../../../portal/user-profile/invited-by'
import { PasswordSection } from '../../../portal/user-profile/password-section'
import { PreferencesSection } from '../../../portal/user-profile/preferences-section'
import { SingleSignOnSection } from '../../../portal/user-profile/single-sign-on-section'
import { UserProfileScreen } from '../../../portal/user-profile/user-profile'
import { currentUser, mustSetPassword, mustVisitProfile } from '../../../session/current-user'
import { nextUrlSearch } from '../../../session/first-screen'
import { installation } from '../../../session/installation'
import { invitationOf } from '../../../session/my-invitation'
import { secondFactorStatus } from '../../../session/second-factor-status'
import { textParameter } from '../../../session/text-parameter'
import { EmptyState } from '../../../ui/empty-state'
import { showToast } from '../../../ui/toast'

/** The address of the privacy policy, if the operator has configured one. */
const privacyPolicy = one(urls, 'PRIVACY')

export const Route = createFileRoute('/_signed-in/_account/user-profile')({
  validateSearch: (search: Record<string, unknown>) => nextUrlSearch(textParameter(search['next-url'])),
  loader: async ({ context: { queries } }) => {
    // Refetches the user and the status of the second factor on entry (account-portal chapter 2).
    const user = await queries.fetchQuery({ ...currentUser, staleTime: 0 })
    // Invited users see who invited them; without a loaded invitation that is omitted.
    const invitation = mustVisitProfile(user) && queries.prefetchQuery(invitationOf(user.id))
    if (mustSetPassword(user) || user.guestOf !== null) return invitation
    if (user.method !== 'federation') queries.prefetchQuery({ ...secondFactorStatus, staleTime: 0 })
    queries.prefetchQuery(privacyPolicy)
    await Promise.all([queries.fetchQuery({ ...one(userProfiles, user.id), staleTime: 0 }), invitation])
  },
  // Loaded once per visit: a refetch must not overwrite what is being typed.
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: 0,
  preload: false,
  component: UserProfileRoute,
  staticData: { title: msg`Profile` },
})

function UserProfileRoute() {
  const { data: user } = useSuspenseQuery(currentUser)
  if (mustSetPassword(user)) return <SetPasswordRoute />
  if (user.guestOf !== null) {
    return (
      <>
        <h1 className="said-only">
          <Trans>Profile</Trans>
        </h1>
        <EmptyState title={<Trans>A guest has no profile</Trans>}>
          <Trans>Sign in with an account of your own to edit your profile.</Trans>
        </EmptyState>
      </>
    )
  }
  return <ProfileRoute />
}

/**
 * The invitation of a user with pending steps, and where they continue: the requested address, else the project of the
 * invitation.
 */
function useInvitation(user: CurrentUser) {
  const { data: invitation } = useQuery({ ...invitationOf(user.id), enabled: mustVisitProfile(user) })
  const { 'next-url': nextUrl } = Route.useSearch()
  return { invitation, destination: nextUrl ?? (invitation ? `/project-${invitation.project.id}/` : undefined) }
}

function SetPasswordRoute() {
  const { data: user } = useSuspenseQuery(currentUser)
  const rules = usePasswordRules()
  const queries = useQueryClient()
  const navigate = Route.useNavigate()
  const { invitation, destination } = useInvitation(user)
  return (
    <SetPasswordForm
      email={user.email}
      rules={rules}
      welcome={invitation && <InvitedBy invitation={invitation} />}
      onDone={async () => {
        await queries.fetchQuery({ ...currentUser, staleTime: 0 })
        await navigate({ to: '/', search: nextUrlSearch(destination), replace: true })
      }}
    />
  )
}

function ProfileRoute() {
  const { t } = useLingui()
  const { data: user } = useSuspenseQuery(currentUser)
  const { data: config } = useSuspenseQuery(installation)
  const { data: profileData } = useSuspenseQuery(one(userProfiles, user.id))
  const policy = useQuery(privacyPolicy)
  const queries = useQueryClient()
  const navigate = Route.useNavigate()
  const { invitation, destination } = useInvitation(user)
  const profile = profileData.record
  const isFederated = user.method === 'federation'

  const steps = useRecordSteps()
  const refetchUser = () => queries.fetchQuery({ ...currentUser, staleTime: 0 })

  async function onSaved(wasIncomplete: boolean, step?: RecordStep) {
    const text = t`Your profile is saved.`
    if (step) steps.announce(text, { ...step, undone: () => void refetchUser() }, { isInHistory: false })
    else showToast({ kind: 'done', text })
    // The profile is stored; without the answer the next screen reads the user.
    await refetchUser().catch(() => {})
    if (wasIncomplete)
      await navigate({ to: '/', search: nextUrlSearch(destination), replace: true, ignoreBlocker: true })
  }

  return (
    <UserProfileScreen
      profile={profile}
      privacyPolicy={policy.data?.record.url}
      welcome={invitation && <InvitedBy invitation={invitation} />}
      onSaved={onSaved}
    >
      {!isFederated && <PasswordSection email={user.email} isMailEnabled={canReadMail(config.record)} />}
      {!isFederated && config.record.environment !== 'onpremise' && <SingleSignOnSection email={user.email} />}
      <PreferencesSection user={user} />
      <AccessMailsSection />
      <AccountSection isFederated={isFederated} />
    </UserProfileScreen>
  )
}
