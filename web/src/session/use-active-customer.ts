import { isMethodAllowed } from '@lintel/contract/customers/login-methods'
import type { CurrentUser } from '@lintel/contract/people/users'
import type { QueryClient } from '@tanstack/react-query'
import { type AdministeredCustomer, activeCustomer } from './active-customer'
import { currentUser } from './current-user'
import { rememberCustomer } from './last-customer'
import { mySettings, settingIn, useUserSetting } from './user-setting'

/** The active customer and its setter; the choice is stored with the account. */
export function useActiveCustomer(user: CurrentUser): [AdministeredCustomer | undefined, (id: string) => void] {
  const [chosen, choose] = useUserSetting('active-customer')
  const change = (customer: string) => {
    choose({ customer })
    rememberCustomer(customer)
  }
  return [activeCustomer(user, chosen?.customer), change]
}

/** True when the person's login method satisfies the customer. */
export const canEnterCustomer = ({ loginMethod }: CurrentUser, { loginMethods }: AdministeredCustomer): boolean =>
  loginMethod === null || isMethodAllowed(loginMethod, loginMethods)

/**
 * For routes of administrators and staff: the customer of the screen, undefined for all of them. Null for an administrator whose login
 * method does not satisfy the customer. `chosen`: the customer that staff have selected.
 */
export async function loadAdministered(
  queries: QueryClient,
  chosen: string | undefined,
): Promise<string | null | undefined> {
  const { role } = await queries.ensureQueryData(currentUser)
  return role === null ? ((await loadActiveCustomer(queries)) ?? null) : chosen
}

/** For routes: the id of the active customer, if the person's login method satisfies it. */
export async function loadActiveCustomer(queries: QueryClient): Promise<string | undefined> {
  const [user, settings] = await Promise.all([
    queries.ensureQueryData(currentUser),
    queries.ensureQueryData(mySettings),
  ])
  const customer = activeCustomer(user, settingIn(settings, 'active-customer')?.customer)
  return customer && canEnterCustomer(user, customer) ? customer.id : undefined
}
