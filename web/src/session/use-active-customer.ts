import { isMethodAllowed } from '@lintel/contract/customers/login-methods'
import type { CurrentUser } from '@lintel/contract/people/users'
import type { QueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useSyncExternalStore } from 'react'
import { leaveForms } from '../api/form/leave-guards'
import { type AdministeredCustomer, activeCustomer } from './active-customer'
import { currentUser } from './current-user'
import { rememberCustomer } from './last-customer'
import { mySettings, settingIn, useUserSetting } from './user-setting'
import { keepWindowCustomer, watchWindowCustomer, windowCustomer, windowCustomerId } from './window-customer'

/**
 * The active customer and its setter. Each window keeps its customer; the choice is stored with the account, for windows that are opened
 * later. A customer that the person has lost stays active until the edited forms of the screen may be left.
 */
export function useActiveCustomer(user: CurrentUser): [AdministeredCustomer | undefined, (id: string) => void] {
  const [stored, store] = useUserSetting('active-customer')
  const kept = useSyncExternalStore(watchWindowCustomer, windowCustomer)
  const chosen = useSyncExternalStore(watchWindowCustomer, windowCustomerId) ?? stored?.customer
  const administered = activeCustomer(user, chosen)
  const administeredId = administered?.id
  const lost = kept && kept.id !== administeredId ? kept : undefined
  const lostId = lost?.id
  const replaceLost = useEffectEvent(() => leaveForms(() => keepWindowCustomer(administered)))

  // Asks the forms, which are not part of this component, and changes the customer of the window.
  useEffect(() => {
    if (lostId !== undefined) replaceLost()
  }, [lostId])

  const change = (id: string) => {
    keepWindowCustomer(user.customerAdminFor.find((customer) => customer.id === id))
    store({ customer: id })
    rememberCustomer(id)
  }
  return [lost ?? administered, change]
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

/**
 * For routes: the id of the active customer, if the person's login method satisfies it. It becomes the customer of this window, unless that
 * has one.
 */
export async function loadActiveCustomer(queries: QueryClient): Promise<string | undefined> {
  const [user, settings] = await Promise.all([
    queries.ensureQueryData(currentUser),
    queries.ensureQueryData(mySettings),
  ])
  const customer = activeCustomer(user, windowCustomerId() ?? settingIn(settings, 'active-customer')?.customer)
  if (customer && windowCustomer() === undefined) keepWindowCustomer(customer)
  return customer && canEnterCustomer(user, customer) ? customer.id : undefined
}
