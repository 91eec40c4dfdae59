import type { StrongProof } from '@lintel/contract/identity/step-up'
import { observed } from '../ui/observed'

/** Somebody is asked to prove that it is them; `answer` says whether they did. */
export interface ProofRequest {
  /** By what alone it can be proved; undefined where the password does as well. */
  by: readonly StrongProof[] | undefined
  answer(isProved: boolean): void
}

const request = observed<(ProofRequest & { outcome: Promise<boolean> }) | undefined>(undefined)

/**
 * Asks the person to prove that it is them and gives whether they did. Whoever else asks meanwhile waits for the same
 * answer: there is one dialog, however many calls were refused.
 */
export function askForProof(by?: readonly StrongProof[]): Promise<boolean> {
  const asked = request.value()
  if (asked) return asked.outcome
  let settle: (isProved: boolean) => void = () => {}
  const outcome = new Promise<boolean>((resolve) => {
    settle = resolve
  })
  request.set({
    by,
    outcome,
    answer(isProved) {
      request.set(undefined)
      settle(isProved)
    },
  })
  return outcome
}

/** What the dialog stands for; undefined when nothing is asked. */
export const currentProofRequest = (): ProofRequest | undefined => request.value()

/** Calls back when a proof is asked for or given; gives the way to stop. */
export const watchProofRequests = request.watch
