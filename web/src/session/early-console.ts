import { callAddress } from '@lintel/contract/jsonapi/call'
import { jsonApiMediaType } from '@lintel/contract/jsonapi/document'
import { address, listAddress } from '@lintel/contract/jsonapi/query'
import type { CurrentUser } from '@lintel/contract/people/users'
import { keepEarly } from '../api/early-answers'
import { noteEarly } from '../api/early-times'
import { firstCalls, firstResources } from '../api/first-calls'
import { send } from '../api/send'
import { forgetCustomer, lastCustomer, rememberCustomer } from './last-customer'
import { activeCustomer } from './which-customer'

/** The settings of the person, as they are sent. */
export interface SettingsDocument {
  data?: { id: string; attributes?: { value?: Record<string, unknown> } }[]
}

/** Asks for something while the code that shows it is still on the way. */
export function askEarly(from: string, mediaType?: string): Promise<unknown> {
  const answer = send({ method: 'GET', address: from, isEarly: true, ...(mediaType !== undefined && { mediaType }) })
  keepEarly(from, answer)
  answer.then(noteEarly, () => {})
  return answer
}

/** What the settings of the person say under a key; undefined where they say nothing. */
export const valueIn = ({ data }: SettingsDocument, key: string): Record<string, unknown> | undefined =>
  data?.find(({ id }) => id === key)?.attributes?.value

/**
 * Asks for all that a screen of the console shows while its code is still on the way: the person, the installation and the settings, and
 * beside them what `askOf` asks of the customer that the console was about last; once they name another one, of that. Each is asked for
 * by the same address again, by whoever shows it; should they come to ask for another one, this was in vain.
 */
export async function askConsoleEarly(
  askOf: (customer: string, settings: Promise<SettingsDocument>) => unknown,
): Promise<void> {
  const { clusterConfiguration, userSettings } = firstResources
  askEarly(address(clusterConfiguration, 'current'), jsonApiMediaType)
  const user = askEarly(callAddress(firstCalls.readCurrentUser)) as Promise<CurrentUser>
  const settings = askEarly(
    listAddress(userSettings, { page: { size: userSettings.largestPage } }),
    jsonApiMediaType,
  ) as Promise<SettingsDocument>
  const last = lastCustomer()
  if (last !== undefined) askOf(last, settings)
  try {
    const chosen = valueIn(await settings, 'active-customer')?.customer
    const customer = activeCustomer(await user, typeof chosen === 'string' ? chosen : undefined)
    if (!customer) return forgetCustomer()
    rememberCustomer(customer.id)
    if (customer.id !== last) askOf(customer.id, settings)
  } catch {
    // Whoever takes the answer says so.
  }
}
