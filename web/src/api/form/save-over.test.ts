import type { ProblemCode } from '@lintel/contract/problems'
import { expect, test } from 'vitest'
import { CallFailure } from '../failure'
import { saveOver } from './save-over'

const refused = (code: ProblemCode) => new CallFailure(412, [{ status: '412', code, title: '', detail: '' }], undefined)

/** A record with a version, as a server keeps it. */
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
  const saved = await saveOver({
    ground: 3,
    send: (version) => record.save(version),
    readAgain: async () => record.now,
    isDisputed: () => false,
  })
  expect(saved).toBe(5)
  expect(record.sent).toEqual([3, 5])
})

test('a change that is to be decided upon is never saved over, nor is a record that cannot be read', async () => {
  const record = stored()
  const saving = { ground: 3, send: (version: number) => record.save(version), readAgain: async () => record.now }
  await expect(saveOver({ ...saving, isDisputed: () => true })).rejects.toMatchObject({ code: 'stale' })
  const unread = { ...saving, readAgain: () => Promise.reject(new Error('no network')), isDisputed: () => false }
  await expect(saveOver(unread)).rejects.toMatchObject({ code: 'stale' })
  expect(record.sent).toEqual([3, 3])
})

test('any other failure, and one that reading again does not explain, is told at once', async () => {
  const record = stored('forbidden')
  const saving = {
    ground: 3,
    send: (version: number) => record.save(version),
    readAgain: async () => 3,
    isDisputed: () => false,
  }
  await expect(saveOver(saving)).rejects.toMatchObject({ code: 'forbidden' })
  const same = stored('conflict')
  await expect(saveOver({ ...saving, send: (version) => same.save(version) })).rejects.toMatchObject({
    code: 'conflict',
  })
  expect([record.sent, same.sent]).toEqual([[3], [3]])
})
