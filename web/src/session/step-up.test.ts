import { expect, test } from 'vitest'
import { currentProofRequest, requestProof, watchProofRequests } from './step-up'

test('several calls that are refused at once share one question and its answer', async () => {
  let changes = 0
  const stop = watchProofRequests(() => {
    changes += 1
  })
  const answers = Promise.all([requestProof(), requestProof(), requestProof()])
  expect(changes).toBe(1)
  currentProofRequest()?.answer(true)
  expect(await answers).toEqual([true, true, true])
  expect(currentProofRequest()).toBeUndefined()
  stop()
})

test('who declines is asked again the next time', async () => {
  const first = requestProof()
  currentProofRequest()?.answer(false)
  expect(await first).toBe(false)
  const second = requestProof()
  expect(currentProofRequest()).toBeDefined()
  currentProofRequest()?.answer(true)
  expect(await second).toBe(true)
})

/** Declines a request while its proof is on the way; the returned function tells that it has arrived. */
async function declineWhileProving(by?: Parameters<typeof requestProof>[0]) {
  const declined = requestProof(by)
  const asked = currentProofRequest()
  asked?.answer(false)
  expect(await declined).toBe(false)
  return () => asked?.answer(true)
}

test('a proof that arrives after its question was declined answers the question that is asked by then', async () => {
  const arrive = await declineWhileProving()
  const again = requestProof()
  arrive()
  expect(await again).toBe(true)
  expect(currentProofRequest()).toBeUndefined()
})

test('a late proof answers no question that requires a stronger one: that one stays', async () => {
  const arrive = await declineWhileProving()
  const strong = requestProof(['code'])
  arrive()
  expect(currentProofRequest()).toMatchObject({ by: ['code'] })
  currentProofRequest()?.answer(false)
  expect(await strong).toBe(false)
})

test('a late strong proof answers every question, and none where nothing is asked', async () => {
  for (const by of [undefined, ['code'] as const]) {
    const arrive = await declineWhileProving(['code'])
    const next = requestProof(by)
    arrive()
    expect(await next).toBe(true)
    arrive()
    expect(currentProofRequest()).toBeUndefined()
  }
})
