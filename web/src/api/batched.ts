/** What is asked for within so many milliseconds goes in one request: all that a screen draws at once. */
const gatherMs = 10

interface Waiting<Value> {
  resolve(value: Value): void
  reject(error: unknown): void
}

/**
 * Asks for single things by their keys, those that are asked for at the same time together: at most `most` in one request. A key that the
 * answer has nothing for fails; where a request fails, all that it asked for do.
 */
export function batched<Value>(
  most: number,
  askTogether: (keys: readonly string[]) => Promise<ReadonlyMap<string, Value>>,
): (key: string) => Promise<Value> {
  let waiting = new Map<string, Waiting<Value>[]>()

  async function askFor(asked: ReadonlyMap<string, Waiting<Value>[]>) {
    try {
      const answer = await askTogether([...asked.keys()])
      for (const [key, each] of asked) {
        const value = answer.get(key)
        for (const { resolve, reject } of each)
          if (value === undefined) reject(new Error(`Nothing was answered for ${key}`))
          else resolve(value)
      }
    } catch (error) {
      for (const { reject } of [...asked.values()].flat()) reject(error)
    }
  }

  function send() {
    const entries = [...waiting]
    waiting = new Map()
    for (let at = 0; at < entries.length; at += most) void askFor(new Map(entries.slice(at, at + most)))
  }

  return (key) =>
    new Promise((resolve, reject) => {
      if (waiting.size === 0) setTimeout(send, gatherMs)
      waiting.set(key, [...(waiting.get(key) ?? []), { resolve, reject }])
    })
}
