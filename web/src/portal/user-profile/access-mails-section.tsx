import { Trans } from '@lingui/react/macro'
import { useUserSetting } from '../../session/user-setting'
import { Checkbox } from '../../ui/checkbox'
import { ProfileSection } from './profile-section'

/** Mail preferences: notifications about gained roles can be switched off. */
export function AccessMailsSection() {
  const [setting, change] = useUserSetting('access-mails')
  return (
    <ProfileSection title={<Trans>Emails</Trans>}>
      <Checkbox
        label={<Trans>Email me when I am given access to a project, at most once an hour.</Trans>}
        checked={setting?.isOff !== true}
        onChange={({ target }) => change({ isOff: !target.checked })}
      />
    </ProfileSection>
  )
}
