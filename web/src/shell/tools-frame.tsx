import { useLingui } from '@lingui/react'
import { useLingui as useMacro } from '@lingui/react/macro'
import { useSuspenseQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { currentUser } from '../session/current-user'
import { sameCustomer } from '../session/customer-search'
import { isHandheld } from '../session/device'
import { ConsoleIcon } from '../ui/console-icon'
import { useScreenClass } from '../ui/use-screen-class'
import { useTools } from './enterprise-tools'
import styles from './tools-frame.module.css'

/** The frame of the enterprise tools: a rail of links at the side, except on phones and tablets (decision 030), and the tool. */
export function ToolsFrame({ children }: { children: ReactNode }) {
  const { i18n } = useLingui()
  const { t } = useMacro()
  const screen = useScreenClass()
  const { data: user } = useSuspenseQuery(currentUser)
  const { enterprise, staff } = useTools(user)
  return (
    <div className={styles.frame}>
      {screen !== 'mobile' && !isHandheld(navigator) && (
        <nav className={styles.rail} aria-label={t`Enterprise tools`}>
          {[...enterprise, ...staff].map(({ to, icon, title }) => (
            <Link
              key={to}
              to={to}
              search={sameCustomer}
              className={styles.tool}
              activeProps={{ 'data-active': true }}
              title={i18n._(title)}
              aria-label={i18n._(title)}
            >
              <ConsoleIcon name={icon} size={20} />
            </Link>
          ))}
        </nav>
      )}
      <div className={styles.tools}>{children}</div>
    </div>
  )
}
