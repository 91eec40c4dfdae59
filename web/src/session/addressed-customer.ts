import type { QueryClient } from '@tanstack/react-query'
import { redirect, useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { activeCustomer } from './active-customer'
import { currentUser } from './current-user'
import { type CustomerSearch, readCustomerSearch } from './customer-search'
import { mySettings, settingIn } from './user-setting'
import { keepWindowCustomer, windowCustomerId } from './window-customer'

/**
 * For routes of customer administrators: the customer in the address becomes that of this window if the person administers it. Otherwise throws
 * a redirect to the same address with the active customer. A preloaded route changes nothing in the window.
 */
export async function openAddressedCustomer(
  queries: QueryClient,
  {
    location: { pathname, search },
    preload,
  }: { location: { pathname: string; search: CustomerSearch }; preload: boolean },
): Promise<void> {
  const { customer } = readCustomerSearch(search)
  // Also one that the person has lost, until the edited forms of the screen may be left.
  if (customer !== undefined && customer === windowCustomerId()) return
  const [user, settings] = await Promise.all([
    queries.ensureQueryData(currentUser),
    queries.ensureQueryData(mySettings),
  ])
  const named = user.customerAdminFor.find(({ id }) => id === customer)
  if (named) {
    if (!preload) keepWindowCustomer(named)
    return
  }
  const active = activeCustomer(user, windowCustomerId() ?? settingIn(settings, 'active-customer')?.customer)
  if (active)
    throw redirect({
      to: pathname,
      search: { ...search, customer: active.id },
      replace: true,
      state: true,
      resetScroll: false,
    })
}

/**
 * Writes the active customer into the address when it has changed on the screen, because another was chosen or the person lost it. What else is in the
 * address is about the former customer and goes. A screen
 * that is being left changes nothing.
 */
export function useAddressOf(customer: string | undefined): void {
  const router = useRouter()
  useEffect(() => {
    const { pathname, search } = router.latestLocation
    const isLeft = (router.state.resolvedLocation ?? router.latestLocation).pathname !== pathname
    if (isLeft || customer === undefined || (search as CustomerSearch).customer === customer) return
    void router.navigate({ to: pathname, search: { customer }, replace: true, state: true, resetScroll: false })
  }, [router, customer])
}
