import { useLingui } from '@lingui/react'
import { Trans, useLingui as useMacro } from '@lingui/react/macro'
import { isCustomerAdministrator } from '@lintel/contract/people/permissions'
import type { CurrentUser } from '@lintel/contract/people/users'
import { Link } from '@tanstack/react-router'
import { actorOf } from '../session/current-user'
import { isDesktopChrome } from '../session/desktop-chrome'
import { Drawing } from '../ui/drawing'
import { Popover } from '../ui/popover'
import type { ScreenClass } from '../ui/screen-class'
import styles from './enterprise-menu.module.css'
import { enterpriseTools } from './enterprise-tools'

/** Shown to administrators of a customer, in Chrome on a desktop (admin-console chapter 1); the addresses work anywhere. */
export function EnterpriseMenu({ user, screen }: { user: CurrentUser; screen: ScreenClass }) {
  const { i18n } = useLingui()
  const { t } = useMacro()
  if (!isCustomerAdministrator(actorOf(user)) || screen === 'mobile' || !isDesktopChrome(navigator)) return null
  return (
    <Popover
      label={t`Enterprise tools`}
      button={(props) => (
        <button {...props} type="button" className={styles.button}>
          <Trans>Enterprise tools</Trans>
          <Drawing name="more" size={16} />
        </button>
      )}
    >
      {(close) => (
        <nav aria-label={t`Enterprise tools`} className={styles.panel}>
          {enterpriseTools.map(({ to, drawing, title }) => (
            <Link key={to} to={to} className={styles.tool} onClick={close}>
              <Drawing name={drawing} />
              {i18n._(title)}
            </Link>
          ))}
        </nav>
      )}
    </Popover>
  )
}
