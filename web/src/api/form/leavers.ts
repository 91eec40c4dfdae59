/** Goes on once its form may be left: at once where nothing was typed, after a question otherwise. */
type Leaver = (then: () => void) => void

const leavers = new Set<Leaver>()

/** Notes a form that is left by what takes its screen away; gives the way to note that it is gone. */
export function noteLeaver(leave: Leaver): () => void {
  leavers.add(leave)
  return () => void leavers.delete(leave)
}

/** For what takes the forms of a screen away without another address, as another customer does: each of them is left first. */
export const leaveForms = (then: () => void): void =>
  [...leavers].reduceRight<() => void>((next, leave) => () => leave(next), then)()
