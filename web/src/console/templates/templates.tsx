import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { ToolScreen } from '../../shell/tool-screen'
import { EmptyState } from '../../ui/empty-state'
import { CustomerTemplates } from './customer-templates'
import { NewButtons } from './new-buttons'
import type { TemplatesSearch } from './templates-view'
import { useSearchOf } from './use-search-of'

interface TemplatesProps {
  /** The active customer, if the user may open its screens. */
  customer: { id: string; name: string } | undefined
  selector: ReactNode
  /** What the user has to do before the customer's screens are accessible. */
  closed?: ReactNode
  /** Whether the user may create projects here, as libraries are. */
  mayCreateProject: boolean
  search: TemplatesSearch
  onSearch(change: TemplatesSearch): void
}

/** The templates and libraries of a customer (admin-console chapter 2). */
export function Templates({ customer, selector, closed, ...screen }: TemplatesProps) {
  const { t } = useLingui()
  const search = useSearchOf(customer?.id, screen.search)
  if (customer) return <CustomerTemplates key={customer.id} {...screen} {...{ customer, selector, search }} />
  return (
    <ToolScreen
      title={t`Project templates`}
      selector={selector}
      actions={<NewButtons mayCreateProject={screen.mayCreateProject} />}
    >
      {closed ?? <EmptyState title={<Trans>No customer is chosen</Trans>} />}
    </ToolScreen>
  )
}
