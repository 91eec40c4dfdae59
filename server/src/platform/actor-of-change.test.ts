import { call } from '@lintel/contract/jsonapi/call'
import { jsonApiMediaType } from '@lintel/contract/jsonapi/document'
import { name } from '@lintel/contract/jsonapi/fields'
import { type Entity, resource } from '@lintel/contract/jsonapi/resource'
import { isStaff, type Person } from '@lintel/contract/people/permissions'
import { Problem, type ProblemCode } from '@lintel/contract/problems'
import { sql } from 'kysely'
import { pino } from 'pino'
import { uuidv7 } from 'uuidv7'
import { beforeEach, expect, test } from 'vitest'
import { onCleanup } from '../../test/on-cleanup'
import { person, testPlatform } from '../../test/test-app'
import { testDatabase } from '../../test/test-database'
import { acquireLock } from './advisory-locks'
import { answer } from './answer'
import { buildHttp } from './http'
import { serve } from './serve'

const { db } = await testDatabase()
const customer = '018cc251-f400-7000-8000-00000000e001'
const closed = { customer, role: 'administers', loginMethods: ['COGNITO_MFA'] } as const

const initial = person('stig@b.no', { isStaff: true, administers: [customer], readsFor: [customer] })
const begin = Date.parse('2026-03-01T12:00:00Z')
let now = begin
/** Who the bearer authenticates at the moment; null after they signed out. */
let current: Person | null = initial
let authentications = 0
let attempts = 0
let gate = ''
let beforeChange = () => {}

const open = answer(call({ method: 'DELETE', path: '/mgw/api/v2/gate', summary: 'Opens the gate' }), {
  may: isStaff,
  run: async ({ change }) => {
    beforeChange()
    await change(async ({ db, audit }) => {
      attempts++
      await acquireLock(db, 'the gate')
      audit({ action: 'gate.open', customer: null, target: { type: 'gates', id: gate } })
    })
  },
})
/** Gates are visible to their keepers alone. */
const gates = resource('gates', { fields: { name: name() } })
await sql`create table gate (id text primary key, version int not null, name text not null, keeper text not null)`.execute(
  db,
)
await sql`insert into gate values ('1', 1, 'North', ${initial.email})`.execute(db)
const served = serve(gates, {
  find: async (on, actor, id) => {
    const { rows } = await sql<Entity<typeof gates>>`
      select id, version, name from gate where id = ${id} and keeper = ${actor.email}`.execute(on)
    return rows[0]
  },
  tenant: () => null,
  update: {
    may: () => true,
    run: async ({ db }, { id }, patch) => {
      attempts++
      await acquireLock(db, 'the gate')
      await sql`update gate set name = ${patch.name}, version = version + 1 where id = ${id}`.execute(db)
    },
  },
})
const server = await buildHttp({
  platform: { ...testPlatform(db), clock: () => now },
  logger: pino({ level: 'silent' }),
  authenticate: async () => {
    authentications++
    if (!current) throw new Problem('sessionExpired')
    return current
  },
  admit: () => undefined,
  routes: [open, ...served.routes],
})
onCleanup(() => server.close())

beforeEach(() => {
  now = begin
  current = initial
  authentications = 0
  attempts = 0
  beforeChange = () => {}
  gate = uuidv7()
})

const headers = { authorization: 'Bearer any' }
const request = async () => {
  const { statusCode, body } = await server.inject({ method: 'DELETE', url: open.url, headers })
  return statusCode < 400 ? statusCode : [statusCode, JSON.parse(body).errors[0].code]
}
/** Who opened the gate of this test. */
const openedBy = async () => {
  const events = await db.selectFrom('audit_event').select('actor_email').where('target_id', '=', gate).execute()
  return events.map(({ actor_email }) => actor_email)
}

/** Lets more than a second pass, after which the bearer authenticates somebody else. */
const becomes = (then: Person | null) => {
  now += 1_001
  current = then
}

/** What may happen to a person, and how their change is refused then. */
const withdrawn: [string, Person | null, [number, ProblemCode]][] = [
  ['signed out', null, [401, 'sessionExpired']],
  ['has to set a password', { ...initial, restriction: 'password' }, [403, 'passwordUpdateRequired']],
  ['left the staff', { ...initial, isStaff: false }, [403, 'forbidden']],
  ['administers the customer no more', { ...initial, administers: [] }, [403, 'forbidden']],
  ['reads the customer no more', { ...initial, readsFor: [] }, [403, 'forbidden']],
  [
    'signed in by a method that the customer accepts no more',
    { ...initial, administers: [], closedCustomers: [closed] },
    [403, 'loginMethodRequired'],
  ],
  [
    'needs a new proof',
    { ...initial, administers: [], closedCustomers: [{ ...closed, loginMethods: [] }] },
    [403, 'stepUpRequired'],
  ],
]

test.each(withdrawn)('D5: who %s while the handler is at work changes nothing', async (_, then, refused) => {
  beforeChange = () => becomes(then)
  expect(await request()).toEqual(refused)
  expect(await openedBy()).toEqual([])
})

/** Sends a request whose change waits for the gate until `meanwhile` is done. */
async function waiting<T>(send: () => Promise<T>, meanwhile: () => Promise<void>): Promise<T | undefined> {
  const [sent] = await db.transaction().execute(async (holder) => {
    await acquireLock(holder, 'the gate')
    const before = attempts
    const sent = send()
    await expect.poll(() => attempts).toBeGreaterThan(before + 1)
    await meanwhile()
    return [sent]
  })
  return sent
}

/** Resolves when the next attempt has authenticated its actor, more than a second after the request. */
const attemptAs = async (then: Person | null) => {
  const before = authentications
  becomes(then)
  await expect.poll(() => authentications).toBeGreaterThan(before)
}

test.each(withdrawn)('D5: who %s while the change waits for a lock changes nothing', async (_, then, refused) => {
  expect(await waiting(request, () => attemptAs(then))).toEqual(refused)
  expect(await openedBy()).toEqual([])
})

test('D5: a change that has waited is made by who the person is then', async () => {
  expect(await waiting(request, () => attemptAs({ ...initial, email: 'renamed@b.no' }))).toBe(204)
  expect(await openedBy()).toEqual(['renamed@b.no'])
})

test('a change that begins within a second is authenticated once, whether it waits or not', async () => {
  expect(await request()).toBe(204)
  expect(authentications).toBe(1)
  expect(await waiting(request, async () => undefined)).toBe(204)
  expect([authentications, await openedBy()]).toEqual([2, ['stig@b.no', 'stig@b.no']])
})

test('D5: a record that the person no longer sees when the change has waited is not found', async () => {
  const rename = async () => {
    const payload = JSON.stringify({ data: { type: 'gates', id: '1', attributes: { name: 'South' } } })
    const type = { 'content-type': jsonApiMediaType }
    const url = `${gates.paths[0]}/1`
    return (await server.inject({ method: 'PATCH', url, headers: { ...headers, ...type }, payload })).statusCode
  }
  expect(await waiting(rename, async () => undefined)).toBe(200)
  expect(await waiting(rename, () => attemptAs({ ...initial, email: 'renamed@b.no' }))).toBe(404)
})

test('D5: a role that was added while the handler is at work is no obstacle', async () => {
  current = { ...initial, administers: [] }
  beforeChange = () => becomes({ ...initial, email: 'renamed@b.no' })
  expect(await request()).toBe(204)
  expect([authentications, await openedBy()]).toEqual([2, ['renamed@b.no']])
})
