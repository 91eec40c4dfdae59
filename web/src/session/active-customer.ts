import type { CurrentUser } from '@lintel/contract/people/users'
import { useUserSetting } from './user-setting'
import { type AdministeredCustomer, activeCustomer } from './which-customer'

/** The active customer, and how another one is chosen; the choice is kept with the account. */
export function useActiveCustomer(user: CurrentUser): [AdministeredCustomer | undefined, (id: string) => void] {
  const [chosen, choose] = useUserSetting('active-customer')
  return [activeCustomer(user, chosen?.customer), (customer) => choose({ customer })]
}
