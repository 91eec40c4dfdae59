import { isRefused } from './refused'

/** Makes something of a draft by a key, and gives what was made. */
type Create = <Made>(draft: object, create: (key: string) => Promise<Made>) => Promise<Made>

/**
 * Creations by a key (`Idempotency-Key`, security K9): the same for the same draft until it is answered, so that a repetition after a
 * lost answer or a double submit makes nothing twice. Another draft has another key, and so has what is wanted once more after the
 * answer, a refusal as well: it is not to be told what was found before. One a form.
 */
export function creationKeys(make: () => string = () => crypto.randomUUID()): Create {
  let last: { draft: string; key: string } | undefined
  return async (draft, create) => {
    const written = JSON.stringify(draft)
    if (written !== last?.draft) last = { draft: written, key: make() }
    const sent = last
    const forget = () => {
      if (last === sent) last = undefined
    }
    try {
      const made = await create(sent.key)
      forget()
      return made
    } catch (error) {
      if (isRefused(error)) forget()
      throw error
    }
  }
}
