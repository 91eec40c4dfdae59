import { useLingui } from '@lingui/react'
import { Trans } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { enterpriseTools } from '../../shell/enterprise-tools'
import { Drawing } from '../../ui/drawing'
import styles from './dashboard.module.css'

/** The hub of the enterprise tools: a large link to each (admin-console chapter 1). */
export function Dashboard() {
  const { i18n } = useLingui()
  return (
    <section className={styles.screen}>
      <h1 className={styles.title}>
        <Trans>Enterprise tools</Trans>
      </h1>
      <ul className={styles.tools}>
        {enterpriseTools.map(({ to, drawing, title, purpose }) => (
          <li key={to}>
            <Link to={to} className={styles.tool}>
              <Drawing name={drawing} size={32} />
              <span className={styles.name}>{i18n._(title)}</span>
              <span className={styles.purpose}>{i18n._(purpose)}</span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}
