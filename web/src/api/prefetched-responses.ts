/** Responses requested before the code that needs them was loaded, by address. */
const prefetched = new Map<string, Promise<unknown>>()

/** A response not taken this long after it arrived is dropped as stale, in ms. */
export const freshMs = 10_000

/** Stores a pending response for whoever requests the same address; they get it, or its failure. */
export function storePrefetched(address: string, answer: Promise<unknown>): void {
  prefetched.set(address, answer)
  const forget = () =>
    setTimeout(() => {
      if (prefetched.get(address) === answer) prefetched.delete(address)
    }, freshMs)
  answer.then(forget, forget)
}

/** Takes the prefetched response, which is returned only once; undefined when there is none. */
export function takePrefetched(address: string): Promise<unknown> | undefined {
  const answer = prefetched.get(address)
  prefetched.delete(address)
  return answer
}
