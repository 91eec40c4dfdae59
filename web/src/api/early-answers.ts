/** Answers that were asked for before the code that needs them was there, by address. */
const early = new Map<string, Promise<unknown>>()

/** An answer that nobody has taken so long after it came, in ms, is old: it is asked for anew. */
export const freshMs = 10_000

/** Keeps an answer that is on its way for whoever asks for the same address; they get it, or its failure. */
export function keepEarly(address: string, answer: Promise<unknown>): void {
  early.set(address, answer)
  const forget = () =>
    setTimeout(() => {
      if (early.get(address) === answer) early.delete(address)
    }, freshMs)
  answer.then(forget, forget)
}

/** The answer that was asked for early, once; undefined when there is none. */
export function takeEarly(address: string): Promise<unknown> | undefined {
  const answer = early.get(address)
  early.delete(address)
  return answer
}
