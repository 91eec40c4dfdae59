import { Trans, useLingui } from '@lingui/react/macro'
import { isCustomerAdministrator, isStaff, withAnyLoginMethod } from '@lintel/contract/people/permissions'
import type { CurrentUser } from '@lintel/contract/people/users'
import { useState } from 'react'
import { actorOf } from '../session/current-user'
import { isHandheld } from '../session/device'
import { Icon } from '../ui/icon'
import { Popover } from '../ui/popover'
import type { ScreenClass } from '../ui/screen-class'
import styles from './enterprise-menu.module.css'
import type { EnterprisePanel } from './enterprise-panel'
import { lazy } from './lazy'

const enterprisePanel = lazy(async () => (await import('./enterprise-panel')).EnterprisePanel)

/**
 * Menu of the console's tools, for administrators of a customer and staff on a desktop, at any window width
 * (admin-console chapter 1, decision 030); the addresses work on any device.
 */
export function EnterpriseMenu({ user, screen }: { user: CurrentUser; screen: ScreenClass }) {
  const { t } = useLingui()
  const [Panel, setPanel] = useState<typeof EnterprisePanel>()
  const actor = actorOf(user)
  const hasTools = isCustomerAdministrator(withAnyLoginMethod(actor)) || isStaff(actor)
  if (!hasTools || isHandheld(navigator)) return null
  return (
    <Popover
      label={t`Enterprise tools`}
      onBeforeOpen={async () => {
        const fetched = await enterprisePanel.fetch()
        setPanel(() => fetched)
        return fetched !== undefined
      }}
      button={(props) => (
        <button
          {...props}
          type="button"
          className={styles.button}
          onPointerEnter={enterprisePanel.preload}
          onFocus={enterprisePanel.preload}
          title={screen === 'mobile' ? t`Enterprise tools` : undefined}
        >
          {screen === 'mobile' && <Icon name="tools" />}
          <span className={screen === 'mobile' ? 'said-only' : undefined}>
            <Trans>Enterprise tools</Trans>
          </span>
          {screen !== 'mobile' && <Icon name="chevronDown" size={16} />}
        </button>
      )}
    >
      {(close) => Panel && <Panel user={user} onFollow={close} />}
    </Popover>
  )
}
