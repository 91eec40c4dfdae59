import { Trans, useLingui } from '@lingui/react/macro'
import { type ReactNode, useId } from 'react'
import { ToolScreen } from '../../shell/tool-screen'
import { Button } from '../../ui/button'
import { Drawing } from '../../ui/drawing'
import { EmptyState } from '../../ui/empty-state'
import { CustomerTemplates } from './customer-templates'
import styles from './templates.module.css'

/** What of the screen stands in its address. */
export interface TemplatesSearch {
  template?: string | undefined
  library?: string | undefined
  search?: string | undefined
}

export interface TemplatesProps {
  /** The active customer, where its screens are open to the person. */
  customer: { id: string; name: string } | undefined
  selector: ReactNode
  /** What has to be done before the customer's screens are open. */
  closed?: ReactNode
  search: TemplatesSearch
  onSearch(change: TemplatesSearch): void
}

/** The templates and libraries of a customer (admin-console chapter 2). */
export function Templates({ customer, selector, closed, search, onSearch }: TemplatesProps) {
  const { t } = useLingui()
  if (customer) return <CustomerTemplates key={customer.id} {...{ customer, selector, search, onSearch }} />
  return (
    <ToolScreen title={t`Project templates`} selector={selector} acts={<NewOnes />}>
      {closed ?? <EmptyState title={<Trans>No customer is chosen</Trans>} />}
    </ToolScreen>
  )
}

interface NewOnesProps {
  /** Left out where there is no active customer to make them for. */
  onNew?: { template(): void; library(): void }
}

/** The buttons for a new template and a new library; without an active customer at rest, and saying why. */
export function NewOnes({ onNew }: NewOnesProps) {
  const why = useId()
  const shared = { size: 'small', disabled: !onNew, ...(!onNew && { 'aria-describedby': why }) } as const
  return (
    <>
      {!onNew && (
        <span id={why} className={styles.why}>
          <Trans>Choose a customer that is open to you first.</Trans>
        </span>
      )}
      <Button {...shared} onClick={onNew?.library}>
        <Drawing name="add" size={16} />
        <Trans>New library</Trans>
      </Button>
      <Button {...shared} kind="primary" onClick={onNew?.template}>
        <Drawing name="add" size={16} />
        <Trans>New template</Trans>
      </Button>
    </>
  )
}
