import { expect, test } from 'vitest'
import { batched } from './batched'

function upperCase(most = 100) {
  const requests: (readonly string[])[] = []
  const ask = batched<string>(most, async (keys) => {
    requests.push(keys)
    if (keys.includes('down')) throw new Error('The server is away')
    return new Map(keys.filter((key) => key !== 'unknown').map((key) => [key, key.toUpperCase()]))
  })
  return { ask, requests }
}

test('what is asked for at once goes in one request, each thing once', async () => {
  const { ask, requests } = upperCase()
  expect(await Promise.all(['a', 'b', 'a'].map(ask))).toEqual(['A', 'B', 'A'])
  expect(requests).toEqual([['a', 'b']])
  expect(await ask('c')).toBe('C')
  expect(requests).toHaveLength(2)
})

test('more than a request holds goes in several', async () => {
  const { ask, requests } = upperCase(2)
  expect(await Promise.all(['a', 'b', 'c'].map(ask))).toEqual(['A', 'B', 'C'])
  expect(requests).toEqual([['a', 'b'], ['c']])
})

test('a key without an answer fails alone, a request that fails fails for all of its keys, and the next one is another', async () => {
  const { ask } = upperCase()
  const [known, unknown] = await Promise.allSettled([ask('a'), ask('unknown')])
  expect(known).toEqual({ status: 'fulfilled', value: 'A' })
  expect(unknown.status).toBe('rejected')
  const both = await Promise.allSettled([ask('down'), ask('a')])
  expect(both.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  expect(await ask('a')).toBe('A')
})
