import { Trans, useLingui } from '@lingui/react/macro'
import type { UserProfile } from '@lintel/contract/people/user-profiles'
import { type ReactNode, useState } from 'react'
import type { RecordStep } from '../../api/form/record-steps'
import { AccountPart } from '../../shell/account-part'
import { AuthScreen } from '../../shell/auth-screen'
import { buttonClass } from '../../ui/button'
import { ProfileForm } from './profile-form'

interface UserProfileScreenProps {
  profile: UserProfile
  privacyPolicy: string | undefined
  /** The inviter and the project, if the user was invited. */
  welcome: ReactNode
  onSaved(wasIncomplete: boolean, step?: RecordStep): void
  /** The sections below the form. */
  children: ReactNode
}

/** The user's own profile: created while it is incomplete, edited afterwards (account-portal chapter 4). */
export function UserProfileScreen({ profile, privacyPolicy, welcome, onSaved, children }: UserProfileScreenProps) {
  const { t } = useLingui()
  // Stays true while mounted: after the creation the page navigates away, and must not switch to the edit view before.
  const [isNew, setNew] = useState(profile.mustUpdateProfile)
  if (profile.mustUpdateProfile && !isNew) setNew(true)
  const form = <ProfileForm profile={profile} isNew={isNew} privacyPolicy={privacyPolicy} onSaved={onSaved} />
  if (!isNew) {
    return (
      <AccountPart title={<Trans>Edit profile</Trans>}>
        {form}
        {children}
      </AccountPart>
    )
  }
  return (
    <AuthScreen title={t`Create your profile`} focusesHeading>
      {welcome}
      <p>
        <Trans>The people you work with in a project see who you are and how to reach you.</Trans>
      </p>
      {form}
      <a href="/logout" className={buttonClass({ wide: true, kind: 'quiet' })}>
        <Trans>Sign out</Trans>
      </a>
    </AuthScreen>
  )
}
