/** Somebody is asked to prove that it is them; `answer` says whether they did. */
export interface ProofRequest {
  answer(isProved: boolean): void
}

let request: (ProofRequest & { outcome: Promise<boolean> }) | undefined
const listeners = new Set<() => void>()

function become(next: typeof request) {
  request = next
  for (const listener of listeners) listener()
}

/**
 * Asks the person to prove that it is them and gives whether they did. Whoever else asks meanwhile waits for the same
 * answer: there is one dialog, however many calls were refused.
 */
export function askForProof(): Promise<boolean> {
  if (request) return request.outcome
  let settle: (isProved: boolean) => void = () => {}
  const outcome = new Promise<boolean>((resolve) => {
    settle = resolve
  })
  become({
    outcome,
    answer(isProved) {
      become(undefined)
      settle(isProved)
    },
  })
  return outcome
}

/** What the dialog stands for; undefined when nothing is asked. */
export const currentProofRequest = (): ProofRequest | undefined => request

/** Calls back when a proof is asked for or given; gives the way to stop. */
export function watchProofRequests(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
