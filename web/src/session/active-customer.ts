import type { CurrentUser } from '@lintel/contract/people/users'
import { useUserSetting } from './user-setting'

/** A customer that somebody administers. */
export type AdministeredCustomer = CurrentUser['customerAdminFor'][number]

/**
 * The customer that the console is about: the one that was chosen last, as long as the person still administers it,
 * else the first of theirs (admin-console chapter 6). Undefined for somebody who administers none.
 */
export const activeCustomer = (
  { customerAdminFor }: Pick<CurrentUser, 'customerAdminFor'>,
  chosen: string | undefined,
): AdministeredCustomer | undefined => customerAdminFor.find(({ id }) => id === chosen) ?? customerAdminFor[0]

/** The active customer, and how another one is chosen; the choice is kept with the account. */
export function useActiveCustomer(user: CurrentUser): [AdministeredCustomer | undefined, (id: string) => void] {
  const [chosen, choose] = useUserSetting('active-customer')
  return [activeCustomer(user, chosen?.customer), (customer) => choose({ customer })]
}
