import { isRefused } from './refused'

/** Creates a record from a draft under an idempotency key and returns the record. */
type Create = <Created>(draft: object, create: (key: string) => Promise<Created>) => Promise<Created>

/**
 * Creates records with an `Idempotency-Key` (security K9). The key stays the same for the same draft until the server responds, so that a
 * retry after a lost response or a double submit creates nothing twice; after a success or a refusal the next attempt gets a new key. One
 * per form.
 */
export function creationKeys(make: () => string = () => crypto.randomUUID()): Create {
  let last: { draft: string; key: string } | undefined
  return async (draft, create) => {
    const serialized = JSON.stringify(draft)
    if (serialized !== last?.draft) last = { draft: serialized, key: make() }
    const sent = last
    const forget = () => {
      if (last === sent) last = undefined
    }
    try {
      const created = await create(sent.key)
      forget()
      return created
    } catch (error) {
      if (isRefused(error)) forget()
      throw error
    }
  }
}
