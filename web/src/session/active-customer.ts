import { isSatisfied } from '@lintel/contract/customers/login-methods'
import type { CurrentUser } from '@lintel/contract/people/users'
import type { QueryClient } from '@tanstack/react-query'
import { currentUser } from './current-user'
import { rememberCustomer } from './last-customer'
import { mySettings, settingIn, useUserSetting } from './user-setting'
import { type AdministeredCustomer, activeCustomer } from './which-customer'

/** The active customer, and how another one is chosen; the choice is kept with the account. */
export function useActiveCustomer(user: CurrentUser): [AdministeredCustomer | undefined, (id: string) => void] {
  const [chosen, choose] = useUserSetting('active-customer')
  const change = (customer: string) => {
    choose({ customer })
    rememberCustomer(customer)
  }
  return [activeCustomer(user, chosen?.customer), change]
}

/** True when the way in which the person signed in suffices for the customer. */
export const isOpenFor = ({ loginMethod }: CurrentUser, { loginMethods }: AdministeredCustomer): boolean =>
  loginMethod === null || isSatisfied(loginMethod, loginMethods)

/**
 * For routes of administrators and staff: the customer that their screen is about, which is undefined for all of them. Null where an
 * administrator's way in does not suffice. `chosen`: by whom staff choose.
 */
export async function loadAdministered(
  queries: QueryClient,
  chosen: string | undefined,
): Promise<string | null | undefined> {
  const { role } = await queries.ensureQueryData(currentUser)
  return role === null ? ((await loadActiveCustomer(queries)) ?? null) : chosen
}

/** For routes: the id of the active customer, where its screens are open to the person. */
export async function loadActiveCustomer(queries: QueryClient): Promise<string | undefined> {
  const [user, settings] = await Promise.all([
    queries.ensureQueryData(currentUser),
    queries.ensureQueryData(mySettings),
  ])
  const customer = activeCustomer(user, settingIn(settings, 'active-customer')?.customer)
  return customer && isOpenFor(user, customer) ? customer.id : undefined
}
