/** Requests within this many milliseconds go in one batch: everything that a screen renders at once. */
const gatherMs = 10

interface Waiting<Value> {
  resolve(value: Value): void
  reject(error: unknown): void
}

/**
 * Requests single values by key and batches simultaneous requests, at most `maxBatchSize` keys each. A key without a value in the response
 * rejects; a failed request rejects all of its keys.
 */
export function batched<Value>(
  maxBatchSize: number,
  requestBatch: (keys: readonly string[]) => Promise<ReadonlyMap<string, Value>>,
): (key: string) => Promise<Value> {
  let waiting = new Map<string, Waiting<Value>[]>()

  async function sendBatch(batch: ReadonlyMap<string, Waiting<Value>[]>) {
    try {
      const answer = await requestBatch([...batch.keys()])
      for (const [key, each] of batch) {
        const value = answer.get(key)
        for (const { resolve, reject } of each)
          if (value === undefined) reject(new Error(`Nothing was answered for ${key}`))
          else resolve(value)
      }
    } catch (error) {
      for (const { reject } of [...batch.values()].flat()) reject(error)
    }
  }

  function send() {
    const entries = [...waiting]
    waiting = new Map()
    for (let at = 0; at < entries.length; at += maxBatchSize)
      void sendBatch(new Map(entries.slice(at, at + maxBatchSize)))
  }

  return (key) =>
    new Promise((resolve, reject) => {
      if (waiting.size === 0) setTimeout(send, gatherMs)
      waiting.set(key, [...(waiting.get(key) ?? []), { resolve, reject }])
    })
}
