import { Trans } from '@lingui/react/macro'
import type { CurrentUser } from '@lintel/contract/people/users'
import { Preferences } from '../../shell/preferences'
import { ProfileSection } from './profile-section'
import styles from './user-profile.module.css'

/** Theme and language, stored with the account. */
export const PreferencesSection = ({ user }: { user: CurrentUser }) => (
  <ProfileSection title={<Trans>Theme and language</Trans>}>
    <div className={styles.preferences}>
      <Preferences user={user} />
    </div>
  </ProfileSection>
)
