import { callAddress } from '@lintel/contract/jsonapi/call'
import { jsonApiMediaType } from '@lintel/contract/jsonapi/document'
import { address, listAddress } from '@lintel/contract/jsonapi/query'
import type { CurrentUser } from '@lintel/contract/people/users'
import { firstCalls, firstResources } from '../api/first-calls'
import { recordPrefetch } from '../api/prefetch-times'
import { storePrefetched } from '../api/prefetched-responses'
import { send } from '../api/send'
import { activeCustomer } from './active-customer'
import { forgetCustomer, lastCustomer, rememberCustomer } from './last-customer'
import { windowCustomerId } from './window-customer'

/** The settings response as sent by the server. */
export interface SettingsDocument {
  data?: { id: string; attributes?: { value?: Record<string, unknown> } }[]
}

/** Requests a response while the code that needs it is still loading. */
export function prefetch(from: string, mediaType?: string): Promise<unknown> {
  const answer = send({ method: 'GET', address: from, isPrefetch: true, ...(mediaType !== undefined && { mediaType }) })
  storePrefetched(from, answer)
  answer.then(recordPrefetch, () => {})
  return answer
}

/** The value of a setting; undefined when it is not set. */
export const valueIn = ({ data }: SettingsDocument, key: string): Record<string, unknown> | undefined =>
  data?.find(({ id }) => id === key)?.attributes?.value

/**
 * Prefetches what a screen of the console shows while its code is still loading: the person, the installation, the settings, and what
 * `requestFor` requests for the customer in the address or of this window, or else for the last one; in a new window, if the settings name another
 * customer, also for that one. The screen requests the same addresses and takes these responses; a prefetch of another address is wasted.
 */
export async function prefetchConsole(
  requestFor: (customer: string, settings: Promise<SettingsDocument>) => unknown,
): Promise<void> {
  const { clusterConfiguration, userSettings } = firstResources
  prefetch(address(clusterConfiguration, 'current'), jsonApiMediaType)
  const user = prefetch(callAddress(firstCalls.readCurrentUser)) as Promise<CurrentUser>
  const settings = prefetch(
    listAddress(userSettings, { page: { size: userSettings.maxPageSize } }),
    jsonApiMediaType,
  ) as Promise<SettingsDocument>
  const ofWindow = windowCustomerId()
  const named = new URLSearchParams(location.search).get('customer')
  const last = [ofWindow, lastCustomer()].find((id) => id !== undefined && (named === null || id === named))
  if (last !== undefined) requestFor(last, settings)
  try {
    const chosen = valueIn(await settings, 'active-customer')?.customer
    const { customerAdminFor } = await user
    const customer =
      customerAdminFor.find(({ id }) => id === named) ??
      activeCustomer({ customerAdminFor }, ofWindow ?? (typeof chosen === 'string' ? chosen : undefined))
    if (!customer) return forgetCustomer()
    rememberCustomer(customer.id)
    if (customer.id !== last) requestFor(customer.id, settings)
  } catch {
    // Whoever takes the response reports the failure.
  }
}
