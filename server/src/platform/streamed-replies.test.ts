import { Readable } from 'node:stream'
import { call } from '@lintel/contract/jsonapi/call'
import type { Person } from '@lintel/contract/people/permissions'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { person, testApp } from '../../test/test-app'
import { testDatabase } from '../../test/test-database'
import { answer } from './answer'

const { db } = await testDatabase()
const staff = person('stig@lintel.example', { isStaff: true, administers: ['nord', 'sor'] })
const people: Record<string, Person> = {}
const streams: Readable[] = []
const log = call({ method: 'GET', path: '/mgw/api/v1/endless', summary: 'Endless', answer: z.string() })
const endless = answer(log, {
  may: () => true,
  run: async () => {
    const stream = new Readable({ read: () => undefined })
    streams.push(stream)
    stream.push('the first of many')
    return stream as never
  },
})
const app = await testApp({ db, people, routes: [endless] })

beforeEach(() => {
  people.stig = staff
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
})
afterEach(() => {
  vi.useRealTimers()
})

/** Whether a stream that this person reads has ended two checks after a change. */
async function endsAfter(change: () => void): Promise<boolean> {
  const count = streams.length
  const reply = app.inject({ url: log.path, headers: { authorization: 'Bearer stig' } }).catch(() => undefined)
  await expect.poll(() => streams.length).toBe(count + 1)
  const stream = streams.at(-1) as Readable
  await vi.advanceTimersByTimeAsync(10_000)
  expect(stream.destroyed).toBe(false)
  change()
  await vi.advanceTimersByTimeAsync(10_000)
  const hasEnded = stream.destroyed
  stream.push(null)
  await reply
  return hasEnded
}

test('D5: a streamed reply ends when the session or a role of its reader does', async () => {
  expect(await endsAfter(() => delete people.stig)).toBe(true)
  people.stig = staff
  expect(await endsAfter(() => Object.assign(people, { stig: { ...staff, isStaff: false } }))).toBe(true)
  people.stig = staff
  expect(await endsAfter(() => Object.assign(people, { stig: { ...staff, administers: ['sor'] } }))).toBe(true)
})

test('a streamed reply goes on while its reader has what it was opened with', async () => {
  expect(
    await endsAfter(() => Object.assign(people, { stig: { ...staff, administers: ['nord', 'sor', 'vest'] } })),
  ).toBe(false)
})
