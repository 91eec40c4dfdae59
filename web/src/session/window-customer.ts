import { observable } from '../ui/observable'
import type { AdministeredCustomer } from './active-customer'
import { signedInPerson } from './last-customer'
import { currentSession, watchSession } from './session'

const storageKey = 'lintel-window-customer'

const current = observable<{ person: string | undefined; customer: AdministeredCustomer } | undefined>(undefined)

// Whoever signs in next in this window starts with their stored choice.
watchSession(() => {
  if (currentSession().at === 'signed-out') storage()?.removeItem(storageKey)
})

/**
 * The customer of the console in this window, as it was when the person administered it; undefined before the first screen. Another window
 * or device does not change it.
 */
export function windowCustomer(): AdministeredCustomer | undefined {
  const { person, customer } = current.value() ?? {}
  return isSomebodyElse(person) ? undefined : customer
}

/** Calls back when the customer of this window changes; returns the unsubscribe function. */
export const watchWindowCustomer = current.watch

/** The id of the customer of this window, also before the first screen of a page that is loaded again. */
export function windowCustomerId(): string | undefined {
  const customer = windowCustomer()
  if (customer) return customer.id
  const [person, id] = storage()?.getItem(storageKey)?.split(' ') ?? []
  return person !== undefined && person === signedInPerson() ? id : undefined
}

/** Makes a customer that of this window until the person signs out; undefined for somebody who administers none any more. */
export function keepWindowCustomer(customer: AdministeredCustomer | undefined): void {
  const person = signedInPerson()
  try {
    if (customer && person !== undefined) storage()?.setItem(storageKey, `${person} ${customer.id}`)
    else storage()?.removeItem(storageKey)
  } catch {
    // Nothing can be stored: a page that is loaded again opens with the stored choice.
  }
  current.set(customer && { person, customer })
}

/** After a sign-out the page still shows what it showed, until it is left. */
const isSomebodyElse = (person: string | undefined) => {
  const signedIn = signedInPerson()
  return signedIn !== undefined && signedIn !== person
}

/** A browser that blocks storage throws on the mere access. */
function storage(): Storage | undefined {
  try {
    return sessionStorage
  } catch {
    return undefined
  }
}
