import { sql } from 'kysely'
import { uuidv7 } from 'uuidv7'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { testDatabase } from '../../../test/test-database'
import { instantOf } from '../clock'
import type { Platform } from '../context'
import { changeChannel } from './change-channel'
import { type CheckReaderAccess, LiveChanges } from './live-changes'

const { db, url } = await testDatabase()
const logged: string[] = []
const log = { info: () => {}, warn: () => {}, error: (_: object, message: string) => logged.push(message) }
const platform = { db, clock: Date.now, log, listenOn: url } as unknown as Platform

/** The access checks in progress, in order; each is granted by the test. */
const checks: (() => void)[] = []
const checkReaderAccess: CheckReaderAccess = (_db, readers) =>
  new Promise((resolve) => checks.push(() => resolve(readers.map(() => true))))
let live: LiveChanges
let customer: string

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] })
  checks.length = 0
  logged.length = 0
  live = new LiveChanges(platform, checkReaderAccess)
  customer = uuidv7()
})
afterEach(async () => {
  await live.close()
  vi.useRealTimers()
})

/** A subscriber to the customer that is ready, and the sequence numbers of the changes that it received. */
async function subscribe() {
  let text = ''
  live.open({ session: uuidv7(), user: uuidv7(), customer }).on('data', (bytes) => {
    text += String(bytes)
  })
  await vi.waitFor(() => expect(text).toContain('event: ready'), { timeout: 30_000 })
  return () => Array.from(text.matchAll(/^id: (\d+)\nevent: change$/gm), ([, id]) => Number(id))
}

/** Makes changes with these sequence numbers, of which nobody is notified yet. */
async function makeChanges(...sequences: number[]): Promise<void> {
  for (const sequence of sequences) {
    await sql`insert into audit_event (tenant_id, sequence, id, occurred_at, action, result, target_type, target_id, hash)
      values (${customer}, ${sequence}, gen_random_uuid(), ${instantOf(Date.now())}, 'user-organizations.update', 'success',
        'user-organizations', ${`o${sequence}`}, '')`.execute(db)
  }
  await db
    .insertInto('audit_chain')
    .values({ tenant_id: customer, sequence: sequences.at(-1) ?? 0, hash: Buffer.alloc(0) })
    .execute()
}

const send = (message: string) => sql`select pg_notify(${changeChannel}, ${message})`.execute(db)
const notify = (sequence: number) =>
  send(JSON.stringify({ customer, sequence, type: 'user-organizations', id: `o${sequence}`, version: 2 }))

test('a change withheld because the access check was late is sent before the next one', async () => {
  const received = await subscribe()
  vi.advanceTimersByTime(6_000)
  const receivedByWitness = await subscribe()
  await makeChanges(1, 2)
  await notify(1)
  await expect.poll(receivedByWitness).toEqual([1])
  expect(received()).toEqual([])
  // The second change is notified while the first one is being read.
  await db.transaction().execute(async (transaction) => {
    await sql`lock table audit_chain in access exclusive mode`.execute(transaction)
    checks.at(-1)?.()
    await notify(2)
    await expect.poll(receivedByWitness).toEqual([1, 2])
  })
  await expect.poll(received).toEqual([1, 2])
})

test('what could not be read is sent before the next change', async () => {
  const received = await subscribe()
  await makeChanges(1, 2)
  await sql`alter table audit_chain rename to audit_chain_away`.execute(db)
  // Whatever cannot be parsed announces that changes may have been missed.
  await send('')
  await expect.poll(() => logged).toEqual(['missed changes could not be read'])
  await sql`alter table audit_chain_away rename to audit_chain`.execute(db)
  const receivedByWitness = await subscribe()
  await notify(2)
  await notify(3)
  await expect.poll(receivedByWitness).toEqual([3])
  expect(received()).toEqual([])
  vi.advanceTimersByTime(2_000)
  checks.at(-1)?.()
  await expect.poll(received).toEqual([1, 2])
})
