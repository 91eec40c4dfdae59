import { Trans } from '@lingui/react/macro'
import type { UserProfile } from '@lintel/contract/people/user-profiles'
import type { ReactNode } from 'react'
import { ProfileForm } from './profile-form'
import styles from './user-profile.module.css'

interface UserProfileScreenProps {
  profile: UserProfile
  privacyPolicy: string | undefined
  onSaved(wasIncomplete: boolean): void
  /** The sections below the form. */
  children: ReactNode
}

/** The person's own profile: created while it is incomplete, edited afterwards (account-portal chapter 4). */
export const UserProfileScreen = ({ profile, privacyPolicy, onSaved, children }: UserProfileScreenProps) => (
  <div className={styles.page}>
    <h1>{profile.mustUpdateProfile ? <Trans>Create your profile</Trans> : <Trans>Edit profile</Trans>}</h1>
    {profile.mustUpdateProfile && (
      <p className={styles.lead}>
        <Trans>The people you work with in a project see who you are and how to reach you.</Trans>
      </p>
    )}
    <div className={styles.form}>
      <ProfileForm profile={profile} privacyPolicy={privacyPolicy} onSaved={onSaved} />
    </div>
    {children}
  </div>
)
