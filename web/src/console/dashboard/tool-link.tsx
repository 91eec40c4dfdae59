import { useLingui } from '@lingui/react'
import { Link } from '@tanstack/react-router'
import { type CountedList, useLiveTotal } from '../../api/use-live-total'
import type { EnterpriseTool } from '../../shell/enterprise-tools'
import { ConsoleIcon } from '../../ui/console-icon'
import styles from './dashboard.module.css'
import { toolPurposes } from './tool-purposes'

/** A large link to a tool with its live count. */
export function ToolLink({
  tool,
  countedList,
  customer,
}: {
  tool: EnterpriseTool
  countedList: CountedList
  customer: string
}) {
  return <LargeLink tool={tool} figure={useLiveTotal(customer, countedList)} />
}

/** A large link to a tool; without a figure while no customer is known. */
export function LargeLink({
  tool: { to, icon, title },
  figure,
}: {
  tool: EnterpriseTool
  figure?: number | undefined
}) {
  const { i18n } = useLingui()
  return (
    <Link to={to} className={styles.tool}>
      <ConsoleIcon name={icon} size={32} />
      <span className={styles.name}>{i18n._(title)}</span>
      <span className={styles.purpose}>{i18n._(toolPurposes[to])}</span>
      <span className={styles.figure}>{figure !== undefined && i18n.number(figure)}</span>
    </Link>
  )
}
