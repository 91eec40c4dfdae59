import { currentSession } from './session'
import { tokenSubject } from './token-claims'

const storageKey = 'lintel-customer'

/**
 * The customer that the console was about when this person last used it in this browser; undefined where that is not known. It only says
 * what may be asked for before it is known who administers what.
 */
export function lastCustomer(): string | undefined {
  const [person, customer] = storage()?.getItem(storageKey)?.split(' ') ?? []
  return person !== undefined && person === signedInPerson() ? customer : undefined
}

/** Remembers in this browser which customer the console is about, for {@link lastCustomer}. */
export function rememberCustomer(customer: string): void {
  const person = signedInPerson()
  if (person === undefined || lastCustomer() === customer) return
  try {
    storage()?.setItem(storageKey, `${person} ${customer}`)
  } catch {
    // Nothing can be kept here: then it is asked for a moment later the next time.
  }
}

/** Somebody administers no customer any more: nothing is asked of one the next time. */
export function forgetCustomer(): void {
  if (lastCustomer() !== undefined) storage()?.removeItem(storageKey)
}

function signedInPerson(): string | undefined {
  const session = currentSession()
  return session.at === 'signed-in' ? tokenSubject(session.tokens.idToken) : undefined
}

/** A browser that lets nothing be stored refuses the very access. */
function storage(): Storage | undefined {
  try {
    return localStorage
  } catch {
    return undefined
  }
}
