import { heartbeatMs } from '@lintel/contract/settings/events'
import { type KyselyPlugin, sql } from 'kysely'
import { uuidv7 } from 'uuidv7'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { testDatabase } from '../../../test/test-database'
import { instantOf } from '../clock'
import type { Platform } from '../context'
import { sharedTotal } from '../totals'
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

/** A subscriber to the customer, or to one of its projects, that is ready, and what it received. */
async function follow(project?: string, of = live) {
  let text = ''
  of.open({ session: uuidv7(), user: uuidv7(), customer, project }).on('data', (bytes) => {
    text += String(bytes)
  })
  await vi.waitFor(() => expect(text).toContain('event: ready'), { timeout: 30_000 })
  return () => text
}

/** A subscriber to the customer that is ready, and the sequence numbers of the changes that it received. */
async function subscribe() {
  const received = await follow()
  return () => Array.from(received().matchAll(/^id: (\d+)\nevent: change$/gm), ([, id]) => Number(id))
}

/** Adds an event to the log, of which nobody is notified yet. */
async function addEvent(sequence: number, action: string, after: object | null = null): Promise<void> {
  const [type = ''] = action.split('.')
  await sql`insert into audit_event (tenant_id, sequence, id, occurred_at, action, result, target_type, target_id, after, hash)
    values (${customer}, ${sequence}, gen_random_uuid(), ${instantOf(Date.now())}, ${action}, 'success',
      ${type}, ${`o${sequence}`}, ${JSON.stringify(after)}, '')`.execute(db)
  await db
    .insertInto('audit_chain')
    .values({ tenant_id: customer, sequence, hash: Buffer.alloc(0) })
    .onConflict((known) => known.column('tenant_id').doUpdateSet({ sequence }))
    .execute()
}

/** Makes changes with these sequence numbers, of which nobody is notified yet. */
async function makeChanges(...sequences: number[]): Promise<void> {
  for (const sequence of sequences) await addEvent(sequence, 'user-organizations.update')
}

const send = (message: string) => sql`select pg_notify(${changeChannel}, ${message})`.execute(db)
const notify = (sequence: number) =>
  send(JSON.stringify({ customer, sequence, type: 'user-organizations', id: `o${sequence}`, version: 2 }))

/** Until the next heartbeat, with access granted to all. */
function beat() {
  vi.advanceTimersByTime(heartbeatMs)
  for (const grant of checks.splice(0)) grant()
}

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

test('what a bulk change did in many projects is read of one after the other', async () => {
  let [reading, most] = [0, 0]
  const counting: KyselyPlugin = {
    transformQuery({ node }) {
      reading += 1
      most = Math.max(most, reading)
      return node
    },
    async transformResult({ result }) {
      reading -= 1
      return result
    },
  }
  const ofProjects = new LiveChanges({ ...platform, db: db.withPlugin(counting) }, checkReaderAccess)
  onTestFinished(() => ofProjects.close())
  const readers = await Promise.all(Array.from({ length: 12 }, () => follow(uuidv7(), ofProjects)))
  most = 0
  await addEvent(1, 'customers.update', { timeZone: 'Asia/Tokyo' })
  await send(JSON.stringify({ customer, sequence: 1, type: 'customers', id: customer, version: 2 }))
  await expect.poll(() => readers.filter((received) => received().includes('event: reload'))).toHaveLength(12)
  expect(most).toBe(1)
})

test('a reader that is behind by what nobody is told of leaves totals cached, by what somebody is told of not', async () => {
  let [counts, statements] = [0, 0]
  const counting: KyselyPlugin = {
    transformQuery: ({ node }) => node,
    async transformResult({ result }) {
      statements += 1
      return result
    },
  }
  const counted = { ...platform, db: db.withPlugin(counting) }
  const reading = new LiveChanges(counted, checkReaderAccess)
  onTestFinished(() => reading.close())
  const total = () => sharedTotal(counted.db, customer, 0, async () => ++counts)
  const received = await follow(undefined, reading)
  await addEvent(1, 'projects.open')
  expect(await total()).toBe(1)
  statements = 0
  beat()
  // The last sequences of all, then what this reader has missed.
  await expect.poll(() => statements).toBe(3)
  expect(await total()).toBe(1)
  await addEvent(2, 'user-organizations.update')
  beat()
  await expect.poll(received).toContain('id: 2\nevent: change')
  expect(await total()).toBe(2)
})

test('readers hear that the server is there while what they have missed is still being read', async () => {
  const received = await follow()
  await makeChanges(1)
  await db.transaction().execute(async (transaction) => {
    await sql`lock table audit_event in access exclusive mode`.execute(transaction)
    beat()
    await expect.poll(received).toContain(': alive')
    expect(received()).not.toContain('event: change')
  })
  await expect.poll(received).toContain('id: 1\nevent: change')
})
