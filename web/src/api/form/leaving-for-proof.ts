let isLeaving = false

/** Marks that the page is being left for a proof of identity, which a save waits for; false once that is over. */
export function setLeavingForProof(isLeavingNow: boolean): void {
  isLeaving = isLeavingNow
}

/** Whether the page is being left for a proof: the browser does not ask about the form that is being saved. */
export const isLeavingForProof = (): boolean => isLeaving
