import { isCustomerAdministrator, isStaff, withAnyLoginMethod } from '@lintel/contract/people/permissions'
import type { QueryClient } from '@tanstack/react-query'
import { redirect } from '@tanstack/react-router'
import { addTexts } from '../i18n/texts'
import { openAddressedCustomer } from './addressed-customer'
import { actorOf, currentUser } from './current-user'
import type { CustomerSearch } from './customer-search'

interface Entry {
  context: { queries: QueryClient }
  location: { pathname: string; search: CustomerSearch }
  preload: boolean
}

/**
 * For the routes of the console, before they load: redirects whoever they are not for to their projects (admin-console chapter 6), and customer
 * administrators to the address that names their customer; fetches the console's texts. Staff choose among all customers, or see those of the
 * whole platform.
 */
export async function enterConsole(
  { context: { queries }, location, preload }: Entry,
  audience: 'administrators' | 'staff' | 'both',
): Promise<void> {
  const actor = actorOf(await queries.ensureQueryData(currentUser))
  const isOfStaff = audience !== 'administrators' && isStaff(actor)
  if (!isOfStaff && (audience === 'staff' || !isCustomerAdministrator(withAnyLoginMethod(actor))))
    throw redirect({ to: '/', replace: true })
  await Promise.all([addTexts('console'), isOfStaff || openAddressedCustomer(queries, { location, preload })])
}
