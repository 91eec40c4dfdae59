import { useLingui } from '@lingui/react/macro'
import type { CurrentUser } from '@lintel/contract/people/users'
import { useState } from 'react'
import { formatName } from '../i18n/name-order'
import { initials } from '../session/current-user'
import { Popover } from '../ui/popover'
import styles from './account-menu.module.css'
import type { AccountPanel } from './account-panel'
import { lazy } from './lazy'

const accountPanel = lazy(async () => (await import('./account-panel')).AccountPanel)

/** The button with the person's initials that opens the account panel. */
export function AccountMenu({ user, path }: { user: CurrentUser; path: string }) {
  const { t, i18n } = useLingui()
  const [Panel, setPanel] = useState<typeof AccountPanel>()
  const displayName = formatName(i18n.locale, user)
  const label = t`Account of ${displayName}`
  return (
    <Popover
      label={label}
      onBeforeOpen={async () => {
        const fetched = await accountPanel.fetch()
        setPanel(() => fetched)
        return fetched !== undefined
      }}
      button={(props) => (
        <button
          {...props}
          type="button"
          className={styles.avatar}
          title={displayName}
          onPointerEnter={accountPanel.preload}
          onFocus={accountPanel.preload}
        >
          <span aria-hidden>{initials(user)}</span>
          <span className="said-only">{label}</span>
        </button>
      )}
    >
      {(close) => Panel && <Panel user={user} path={path} onFollow={close} />}
    </Popover>
  )
}
