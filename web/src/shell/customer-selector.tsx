import { useLingui } from '@lingui/react/macro'
import type { CurrentUser } from '@lintel/contract/people/users'
import { leaveForms } from '../api/form/leave-guards'
import { useAddressOf } from '../session/addressed-customer'
import { useActiveCustomer } from '../session/use-active-customer'
import { PlainSelect } from '../ui/plain-select'
import { keepSelectorFocus } from './customer-focus'

/** Selector of the active customer; at the same position on every screen of the console. */
export function CustomerSelector({ user }: { user: CurrentUser }) {
  const { t } = useLingui()
  const [active, choose] = useActiveCustomer(user)
  useAddressOf(active?.id)
  const administered = user.customerAdminFor
  // The person may have lost the active one.
  const customers =
    active && !administered.some(({ id }) => id === active.id) ? [active, ...administered] : administered
  return (
    <PlainSelect
      label={t`Customer`}
      value={active?.id ?? ''}
      options={customers.map(({ id, name }) => ({ value: id, label: name }))}
      ref={keepSelectorFocus}
      onChange={(id) => leaveForms(() => choose(id))}
    />
  )
}
