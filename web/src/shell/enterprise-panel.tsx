import { useLingui } from '@lingui/react'
import { useLingui as useMacro } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { Drawing } from '../ui/drawing'
import styles from './enterprise-panel.module.css'
import { enterpriseTools } from './enterprise-tools'

/** The way to the hub, and below it the tools of the console, one under the other. */
export function EnterprisePanel({ onFollow }: { onFollow(): void }) {
  const { i18n } = useLingui()
  const { t } = useMacro()
  return (
    <nav aria-label={t`Enterprise tools`} className={styles.panel}>
      <Link to="/dashboard" className={styles.heading} onClick={onFollow}>
        {t`Enterprise tools`}
      </Link>
      {enterpriseTools.map(({ to, drawing, title }) => (
        <Link key={to} to={to} className={styles.tool} onClick={onFollow}>
          <Drawing name={drawing} />
          {i18n._(title)}
        </Link>
      ))}
    </nav>
  )
}
