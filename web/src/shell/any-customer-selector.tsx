import { useLingui } from '@lingui/react/macro'
import { customers } from '@lintel/contract/customers/customers'
import { usePages } from '../api/use-pages'
import { PlainSelect } from '../ui/plain-select'
import { keepSelectorFocus } from './customer-focus'

interface AnyCustomerSelectorProps {
  /** Id of a customer; undefined for all of them. */
  value: string | undefined
  onChange(customer: string | undefined): void
}

/** Selector of one or all customers, for staff. */
export function AnyCustomerSelector({ value, onChange }: AnyCustomerSelectorProps) {
  const { t } = useLingui()
  const request = { sort: ['name'], fields: { customers: ['name'] } }
  const { records = [] } = usePages(customers, request, { size: 200, readsAll: true })
  return (
    <PlainSelect
      label={t`Customer`}
      value={value ?? ''}
      options={[{ value: '', label: t`All customers` }, ...records.map(({ id, name }) => ({ value: id, label: name }))]}
      ref={keepSelectorFocus}
      onChange={(customer) => onChange(customer || undefined)}
    />
  )
}
