import { useLingui } from '@lingui/react'
import { Link } from '@tanstack/react-router'
import { type CountedList, useLiveTotal } from '../../api/use-live-total'
import type { EnterpriseTool } from '../../shell/enterprise-tools'
import { Drawing } from '../../ui/drawing'
import styles from './dashboard.module.css'
import { toolPurposes } from './tool-purposes'

/** A large link to a tool, with how much there is of what it is about. */
export function ToolLink({
  tool,
  counted,
  customer,
}: {
  tool: EnterpriseTool
  counted: CountedList
  customer: string
}) {
  return <LargeLink tool={tool} figure={useLiveTotal(customer, counted)} />
}

/** The same before it is known whose tools they are. */
export function LargeLink({
  tool: { to, drawing, title },
  figure,
}: {
  tool: EnterpriseTool
  figure?: number | undefined
}) {
  const { i18n } = useLingui()
  return (
    <Link to={to} className={styles.tool}>
      <Drawing name={drawing} size={32} />
      <span className={styles.name}>{i18n._(title)}</span>
      <span className={styles.purpose}>{i18n._(toolPurposes[to])}</span>
      <span className={styles.figure}>{figure !== undefined && i18n.number(figure)}</span>
    </Link>
  )
}
