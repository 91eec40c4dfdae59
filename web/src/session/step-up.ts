import type { StrongProof } from '@lintel/contract/identity/step-up'
import { observable } from '../ui/observable'

/** A pending request for a proof of identity; `answer` completes it. */
export interface ProofRequest {
  /** The accepted proofs; undefined where the password is accepted as well. */
  by: readonly StrongProof[] | undefined
  answer(isProved: boolean): void
}

const request = observable<(ProofRequest & { outcome: Promise<boolean> }) | undefined>(undefined)

/** Asks for a proof of identity and resolves to whether it was given. Concurrent requests share one dialog and its result. */
export function requestProof(by?: readonly StrongProof[]): Promise<boolean> {
  const asked = request.value()
  if (asked) return asked.outcome
  let resolveOutcome: (isProved: boolean) => void = () => {}
  const outcome = new Promise<boolean>((resolve) => {
    resolveOutcome = resolve
  })
  request.set({
    by,
    outcome,
    answer(isProved) {
      request.set(undefined)
      resolveOutcome(isProved)
    },
  })
  return outcome
}

/** The pending request; undefined when there is none. */
export const currentProofRequest = (): ProofRequest | undefined => request.value()

/** Subscribes to requests for a proof and their completion; returns the function that unsubscribes. */
export const watchProofRequests = request.watch
