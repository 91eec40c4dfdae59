import type { StrongProof } from '@lintel/contract/identity/step-up'
import { observable } from '../ui/observable'

/** A pending request for a proof of identity; `answer` completes it. */
export interface ProofRequest {
  /** The accepted proofs; undefined where the password is accepted as well. */
  by: readonly StrongProof[] | undefined
  answer(isProved: boolean): void
}

const request = observable<ProofRequest | undefined>(undefined)
/** The outcome of the last request. */
let outcome: Promise<boolean>

/** Asks for a proof of identity and resolves to whether it was given. Concurrent requests share one dialog and its result. */
export function requestProof(by?: readonly StrongProof[]): Promise<boolean> {
  if (!request.value())
    outcome = new Promise((resolve) => {
      const own: ProofRequest = {
        by,
        answer(isProved) {
          const open = request.value()
          if (open === own) request.set(undefined)
          // A proof that arrives after its request was declined counts for the next one, if it is strong enough.
          else if (isProved && (by || !open?.by)) open?.answer(true)
          resolve(isProved)
        },
      }
      request.set(own)
    })
  return outcome
}

/** The pending request; undefined when there is none. */
export const currentProofRequest = (): ProofRequest | undefined => request.value()

/** Subscribes to requests for a proof and their completion; returns the function that unsubscribes. */
export const watchProofRequests = request.watch
