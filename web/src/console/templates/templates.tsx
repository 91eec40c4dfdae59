import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { ToolScreen } from '../../shell/tool-screen'
import { EmptyState } from '../../ui/empty-state'
import { CustomerTemplates } from './customer-templates'
import { NewOnes } from './new-ones'
import type { TemplatesSearch } from './templates-view'

interface TemplatesProps {
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
