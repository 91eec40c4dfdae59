import { currentSession } from './session'
import { sessionSubject } from './session-state'

const storageKey = 'lintel-customer'

/**
 * The customer that this person last used in the console in this browser; undefined if unknown. It only decides what is prefetched before
 * the administered customers are known.
 */
export function lastCustomer(): string | undefined {
  const [person, customer] = storage()?.getItem(storageKey)?.split(' ') ?? []
  return person !== undefined && person === signedInPerson() ? customer : undefined
}

/** Stores the console's customer in this browser, for {@link lastCustomer}. */
export function rememberCustomer(customer: string): void {
  const person = signedInPerson()
  if (person === undefined || lastCustomer() === customer) return
  try {
    storage()?.setItem(storageKey, `${person} ${customer}`)
  } catch {
    // Nothing can be stored: the next visit cannot prefetch.
  }
}

/** Clears the stored customer of a person who administers none any more. */
export function forgetCustomer(): void {
  if (lastCustomer() !== undefined) storage()?.removeItem(storageKey)
}

/** The id of the person who is signed in, by their token. */
export const signedInPerson = (): string | undefined => sessionSubject(currentSession())

/** A browser that blocks storage throws on the mere access. */
function storage(): Storage | undefined {
  try {
    return localStorage
  } catch {
    return undefined
  }
}
