import type { ProblemCode } from '@lintel/contract/problems'
import { expect, test } from 'vitest'
import { CallFailure } from '../failure'
import { saveRebased } from './save-rebased'

const refused = (code: ProblemCode) => new CallFailure(412, [{ status: '412', code, title: '', detail: '' }], undefined)

/** A versioned record, as on a server. */
function stored(code: ProblemCode = 'stale') {
  const sent: number[] = []
  return {
    now: 5,
    sent,
    save(version: number) {
      sent.push(version)
      return version === this.now ? Promise.resolve(version) : Promise.reject(refused(code))
    },
  }
}

test('what others have changed beside what was typed is no reason to ask: the same is saved from what is stored now', async () => {
  const record = stored()
  const saved = await saveRebased({
    baseline: 3,
    send: (version) => record.save(version),
    reload: async () => record.now,
    hasConflicts: () => false,
  })
  expect(saved).toBe(5)
  expect(record.sent).toEqual([3, 5])
})

test('a change that is to be decided upon is never saved over, nor is a record that cannot be read', async () => {
  const record = stored()
  const saving = { baseline: 3, send: (version: number) => record.save(version), reload: async () => record.now }
  await expect(saveRebased({ ...saving, hasConflicts: () => true })).rejects.toMatchObject({ code: 'stale' })
  const pending = { ...saving, reload: () => Promise.reject(new Error('no network')), hasConflicts: () => false }
  await expect(saveRebased(pending)).rejects.toMatchObject({ code: 'stale' })
  expect(record.sent).toEqual([3, 3])
})

test('any other failure, and one that reading again does not explain, is told at once', async () => {
  const record = stored('forbidden')
  const saving = {
    baseline: 3,
    send: (version: number) => record.save(version),
    reload: async () => 3,
    hasConflicts: () => false,
  }
  await expect(saveRebased(saving)).rejects.toMatchObject({ code: 'forbidden' })
  const same = stored('conflict')
  await expect(saveRebased({ ...saving, send: (version) => same.save(version) })).rejects.toMatchObject({
    code: 'conflict',
  })
  expect([record.sent, same.sent]).toEqual([[3], [3]])
})
