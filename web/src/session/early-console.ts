import { callAddress } from '@lintel/contract/jsonapi/call'
import { jsonApiMediaType } from '@lintel/contract/jsonapi/document'
import { address, listAddress } from '@lintel/contract/jsonapi/query'
import type { CurrentUser } from '@lintel/contract/people/users'
import { keepEarly } from '../api/early-answers'
import { firstCalls, firstResources } from '../api/first-calls'
import { send } from '../api/send'
import { activeCustomer } from './which-customer'

/** The settings as they are sent; the one that is read here says which customer the console is about. */
interface SettingsDocument {
  data?: { id: string; attributes?: { value?: { customer?: unknown } } }[]
}

/** Asks for something while the code that shows it is still on the way. */
export function askEarly(from: string, mediaType?: string): Promise<unknown> {
  const answer = send({ method: 'GET', address: from, ...(mediaType !== undefined && { mediaType }) })
  keepEarly(from, answer)
  return answer
}

/**
 * Asks for all that a screen of the console shows while its code is still on the way: the person, the installation and the settings at
 * once, then what `askOf` asks of the customer that they name. Each is asked for by the same address again, by whoever shows it;
 * should they come to ask for another one, this was in vain.
 */
export async function askConsoleEarly(askOf: (customer: string) => void): Promise<void> {
  const { clusterConfiguration, userSettings } = firstResources
  askEarly(address(clusterConfiguration, 'current'), jsonApiMediaType)
  try {
    const [user, settings] = (await Promise.all([
      askEarly(callAddress(firstCalls.readCurrentUser)),
      askEarly(listAddress(userSettings, { page: { size: userSettings.largestPage } }), jsonApiMediaType),
    ])) as [CurrentUser, SettingsDocument]
    const chosen = settings.data?.find(({ id }) => id === 'active-customer')?.attributes?.value?.customer
    const customer = activeCustomer(user, typeof chosen === 'string' ? chosen : undefined)
    if (customer) askOf(customer.id)
  } catch {
    // Whoever takes the answer says so.
  }
}
