import { useLingui } from '@lingui/react'
import { Trans } from '@lingui/react/macro'
import type { CurrentUser } from '@lintel/contract/people/users'
import { Link } from '@tanstack/react-router'
import { isOpenFor, useActiveCustomer } from '../../session/active-customer'
import { CustomerSelector } from '../../shell/customer-selector'
import { useTools } from '../../shell/enterprise-tools'
import { Drawing } from '../../ui/drawing'
import styles from './dashboard.module.css'
import { toolFigures } from './tool-figures'
import { LargeLink, ToolLink } from './tool-link'
import { toolPurposes } from './tool-purposes'

const hasFigure = ({ to }: { to: string }) => Object.hasOwn(toolFigures, to)

/** The hub of the enterprise tools: a large link to each, with a figure of the active customer (admin-console chapters 1 and 2). */
export function Dashboard({ user }: { user: CurrentUser }) {
  const { i18n } = useLingui()
  const [customer] = useActiveCustomer(user)
  const { enterprise } = useTools(user)
  // Where the customer's login methods ask for another sign-in, its figures are not to be read.
  const read = customer && isOpenFor(user, customer) ? customer.id : undefined
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
          const counted = read === undefined ? undefined : toolFigures[tool.to]?.(read)
          return (
            <li key={tool.to}>
              {counted && read !== undefined ? (
                <ToolLink tool={tool} counted={counted} customer={read} />
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
          .map(({ to, drawing, title }) => (
            <li key={to}>
              <Link to={to} className={styles.other}>
                <Drawing name={drawing} />
                <span className={styles.name}>{i18n._(title)}</span>
                <span className={styles.purpose}>{i18n._(toolPurposes[to])}</span>
              </Link>
            </li>
          ))}
      </ul>
    </section>
  )
}
