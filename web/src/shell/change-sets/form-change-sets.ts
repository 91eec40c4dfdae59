import type { ChangeSet } from '@lintel/contract/people/change-sets'
import { creationKeys } from '../../api/creation-key'
import { isOutdated } from '../../api/form/save-rebased'
import { isRefused } from '../../api/refused'
import { applyWithRetry, assertApplied } from './apply-immediately'
import type { ChangeSetRequest } from './change-set-calls'

/** Applies the change sets of one form. `stored` is what the form is based on. */
export interface FormChangeSets {
  /** Applies a change set and returns it. Fails like `send` or {@link assertApplied}. */
  apply(request: ChangeSetRequest, stored?: unknown): Promise<ChangeSet>
  /** Whether the response to the last request was lost and the stored data has changed since: it was probably applied. */
  isUnanswered(stored: unknown): boolean
  /** Repeats such a request and returns its change set; undefined where there is none, or others changed the data first. */
  repeatUnanswered(stored: unknown): Promise<ChangeSet | undefined>
}

/** The change sets of one form: a request keeps its idempotency key until the server responds, so that it is applied once. */
export function formChangeSets(send = applyWithRetry): FormChangeSets {
  const withIdempotencyKey = creationKeys()
  let unanswered: { request: ChangeSetRequest; stored: string | undefined } | undefined
  const isUnanswered = (stored: unknown) => unanswered !== undefined && unanswered.stored !== JSON.stringify(stored)
  async function apply(request: ChangeSetRequest, stored?: unknown): Promise<ChangeSet> {
    unanswered = { request, stored: JSON.stringify(stored) }
    try {
      const set = await withIdempotencyKey(request, (key) => send(request, key))
      unanswered = undefined
      return assertApplied(set)
    } catch (error) {
      if (isRefused(error)) unanswered = undefined
      throw error
    }
  }
  return {
    apply,
    isUnanswered,
    async repeatUnanswered(stored) {
      if (!unanswered || !isUnanswered(stored)) return undefined
      return apply(unanswered.request).catch((error: unknown) => {
        if (!isOutdated(error)) throw error
        return undefined
      })
    },
  }
}
