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
