import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Loaded } from '../../api/form/loaded'
import { useSave } from '../../api/use-save'
import { storeSetting } from '../../session/store-setting'
import { mySettings, settingIn } from '../../session/user-setting'
import { Checkbox } from '../../ui/checkbox'
import { ProfileSection } from './profile-section'

/** Mail preferences: notifications about gained roles can be switched off. */
export function AccessMailsSection() {
  const { t } = useLingui()
  const { data, error } = useQuery(mySettings)
  /** The choice while it is being stored; afterwards what is stored is shown, also after a failure. */
  const [chosen, setChosen] = useState<boolean>()
  const save = useSave({
    queue: 'access-mails',
    work: (isOn: boolean) => storeSetting('access-mails', { isOff: !isOn }),
    invalidates: [mySettings],
  })

  function choose(isOn: boolean) {
    setChosen(isOn)
    save.mutate(isOn, { onSettled: () => setChosen(undefined) })
  }
  return (
    <ProfileSection title={<Trans>Emails</Trans>}>
      <Loaded data={data} error={error} what={t`Emails`} rows={1}>
        {(settings) => (
          <Checkbox
            label={<Trans>Email me when I am given access to a project, at most once an hour.</Trans>}
            checked={chosen ?? settingIn(settings, 'access-mails')?.isOff !== true}
            onChange={({ target }) => choose(target.checked)}
          />
        )}
      </Loaded>
    </ProfileSection>
  )
}
