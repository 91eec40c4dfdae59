import { useLingui } from '@lingui/react'
import { Trans, useLingui as useMacro } from '@lingui/react/macro'
import type { CurrentUser } from '@lintel/contract/people/users'
import { Link } from '@tanstack/react-router'
import { sameCustomer } from '../session/customer-search'
import { ConsoleIcon } from '../ui/console-icon'
import styles from './enterprise-panel.module.css'
import { type AnyTool, useTools } from './enterprise-tools'

interface EnterprisePanelProps {
  user: CurrentUser
  onFollow(): void
}

/** Links to the hub and the tools of the console, then to those of the staff. */
export function EnterprisePanel({ user, onFollow }: EnterprisePanelProps) {
  const { i18n } = useLingui()
  const { t } = useMacro()
  const { enterprise, staff } = useTools(user)
  const links = (tools: readonly AnyTool[]) =>
    tools.map(({ to, icon, title }) => (
      <Link key={to} to={to} search={sameCustomer} className={styles.tool} onClick={onFollow}>
        <ConsoleIcon name={icon} />
        {i18n._(title)}
      </Link>
    ))
  return (
    <nav aria-label={t`Enterprise tools`} className={styles.panel}>
      {enterprise.length > 0 && (
        <Link to="/dashboard" search={sameCustomer} className={styles.heading} onClick={onFollow}>
          {t`Enterprise tools`}
        </Link>
      )}
      {links(enterprise)}
      {staff.length > 0 && (
        <p className={styles.group}>
          <Trans>Platform</Trans>
        </p>
      )}
      {links(staff)}
    </nav>
  )
}
