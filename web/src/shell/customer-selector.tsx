import { useLingui } from '@lingui/react/macro'
import type { CurrentUser } from '@lintel/contract/people/users'
import { leaveForms } from '../api/form/leave-guards'
import { useActiveCustomer } from '../session/use-active-customer'
import { PlainSelect } from '../ui/plain-select'

/** Selector of the active customer; at the same position on every screen of the console. */
export function CustomerSelector({ user }: { user: CurrentUser }) {
  const { t } = useLingui()
  const [active, choose] = useActiveCustomer(user)
  return (
    <PlainSelect
      label={t`Customer`}
      value={active?.id ?? ''}
      options={user.customerAdminFor.map(({ id, name }) => ({ value: id, label: name }))}
      onChange={(id) => leaveForms(() => choose(id))}
    />
  )
}
