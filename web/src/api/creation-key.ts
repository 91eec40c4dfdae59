/**
 * The key of a creation (`Idempotency-Key`, security K9): the same for the same draft, so that a repetition after a lost answer
 * or a double submit makes nothing twice; another one once the draft is another. One a form.
 */
export function creationKeys(make: () => string = () => crypto.randomUUID()): (draft: object) => string {
  let last = { draft: '', key: '' }
  return (draft) => {
    const written = JSON.stringify(draft)
    if (written !== last.draft) last = { draft: written, key: make() }
    return last.key
  }
}
