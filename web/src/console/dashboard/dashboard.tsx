import { useLingui } from '@lingui/react'
import { Trans } from '@lingui/react/macro'
import type { CurrentUser } from '@lintel/contract/people/users'
import { Link } from '@tanstack/react-router'
import { canEnterCustomer, useActiveCustomer } from '../../session/use-active-customer'
import { CustomerSelector } from '../../shell/customer-selector'
import { useTools } from '../../shell/enterprise-tools'
import { ConsoleIcon } from '../../ui/console-icon'
import styles from './dashboard.module.css'
import { toolFigures } from './tool-figures'
import { LargeLink, ToolLink } from './tool-link'
import { toolPurposes } from './tool-purposes'

const hasFigure = ({ to }: { to: string }) => Object.hasOwn(toolFigures, to)

/** Start page of the enterprise tools: a large link to each, with a figure of the active customer (admin-console chapters 1 and 2). */
export function Dashboard({ user }: { user: CurrentUser }) {
  const { i18n } = useLingui()
  const [customer] = useActiveCustomer(user)
  const { enterprise } = useTools(user)
  // The figures cannot be read while the customer's login methods require another sign-in.
  const readableCustomer = customer && canEnterCustomer(user, customer) ? customer.id : undefined
  return (
    <section className={styles.screen}>
      <div className={styles.head}>
        <h1>
          <Trans>Enterprise tools</Trans>
        </h1>
        {user.customerAdminFor.length > 1 && <CustomerSelector user={user} />}
      </div>
      <ul className={styles.tools}>
        {enterprise.filter(hasFigure).map((tool) => {
          const countedList = readableCustomer === undefined ? undefined : toolFigures[tool.to]?.(readableCustomer)
          return (
            <li key={tool.to}>
              {countedList && readableCustomer !== undefined ? (
                <ToolLink tool={tool} countedList={countedList} customer={readableCustomer} />
              ) : (
                <LargeLink tool={tool} />
              )}
            </li>
          )
        })}
      </ul>
      <ul className={styles.others}>
        {enterprise
          .filter((tool) => !hasFigure(tool))
          .map(({ to, icon, title }) => (
            <li key={to}>
              <Link to={to} className={styles.other}>
                <ConsoleIcon name={icon} />
                <span className={styles.name}>{i18n._(title)}</span>
                <span className={styles.purpose}>{i18n._(toolPurposes[to])}</span>
              </Link>
            </li>
          ))}
      </ul>
    </section>
  )
}
