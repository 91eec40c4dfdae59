import { randomUUID } from 'node:crypto'
import { organizations } from '@lintel/contract/people/organizations'
import { auditEvents } from '@lintel/contract/settings/audit-events'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { world } from '../../../test/world'
import { verifyAudit } from '../../platform/audit/verify'

const { as, anonymous, db } = await world()
const customerNamed = async (name: string) =>
  (await db.selectFrom('customer').select('id').where('name', 'like', `${name}%`).executeTakeFirstOrThrow()).id
const nordbygg = await customerNamed('Nordbygg')
const administered = await db
  .selectFrom('customer_admin as admin')
  .innerJoin('app_user as user', 'user.id', 'admin.user_id')
  .where('user.email', '=', 'anna@nordbygg.example')
  .select('admin.customer_id as id')
  .execute()
const foreign = await db
  .selectFrom('audit_event')
  .select(['tenant_id as customer', 'id'])
  .where(
    'tenant_id',
    'not in',
    administered.map(({ id }) => id),
  )
  .where('tenant_id', '<>', '00000000-0000-0000-0000-000000000000')
  .executeTakeFirstOrThrow()

test('J3: an administrator reads the trail of their own customers and of no other, staff all', async () => {
  const own = await as('anna').list(auditEvents, { page: { size: 200 } })
  expect(own.length).toBeGreaterThan(0)
  const mine = new Set(administered.map(({ id }) => id))
  expect(own.filter(({ customer }) => customer === null || !mine.has(customer))).toEqual([])
  expect(await as('staff').list(auditEvents, { filter: { customer: foreign.customer } })).not.toEqual([])
  expect(await as('staff').get(auditEvents, foreign.id)).toMatchObject({ customer: foreign.customer })
})

test('J3: others read no trail', async () => {
  await expect(anonymous.list(auditEvents)).rejects.toMatchObject({ status: 401 })
  await expect(as('mei').list(auditEvents)).rejects.toMatchObject({ status: 403, code: 'forbidden' })
  await expect(as('mei').list(auditEvents, { filter: { customer: nordbygg } })).rejects.toMatchObject({ status: 403 })
  await expect(as('anna').list(auditEvents, { filter: { customer: foreign.customer } })).rejects.toMatchObject({
    status: 403,
  })
  await expect(as('anna').get(auditEvents, foreign.id)).rejects.toMatchObject({ status: 404, code: 'notFound' })
  await expect(as('anna').get(auditEvents, 'x')).rejects.toMatchObject({ status: 404, code: 'notFound' })
})

test('J2: nobody writes, changes or removes an event', async () => {
  const [event] = await as('anna').list(auditEvents)
  for (const [method, url] of [
    ['POST', auditEvents.path],
    ['PATCH', `${auditEvents.path}/${event?.id}`],
    ['DELETE', `${auditEvents.path}/${event?.id}`],
  ] as const) {
    expect((await as('staff').inject({ method, url })).statusCode, method).toBe(405)
  }
})

test('J1: a change is in the trail with who, what, from where, before and after, and can be found by each of them', async () => {
  const began = new Date(Date.now() - 1_000).toISOString()
  const draft = { name: 'Trail & Sons', customer: nordbygg }
  const made = await as('anna').post(organizations, { ...draft, number: null, country: null, externalId: null })
  await as('anna').patch(organizations, made.id, { country: 'NO' })
  const filter = {
    customer: nordbygg,
    actor: 'Anna@nordbygg.example',
    targetType: 'user-organizations',
    target: made.id,
    from: began,
  }
  const events = await as('anna').list(auditEvents, { filter })
  expect(events.map(({ action }) => action)).toEqual(['user-organizations.update', 'user-organizations.create'])
  expect(events[0]).toMatchObject({
    actor: 'anna@nordbygg.example',
    customer: nordbygg,
    target: made.id,
    result: 'success',
    before: { country: null },
    after: { country: 'NO' },
    ip: '127.0.0.1',
    requestId: expect.any(String),
    hash: expect.stringMatching(/^[0-9a-f]{64}$/),
  })
  expect(events[0]?.sequence).toBe((events[1]?.sequence ?? 0) + 1)
  expect(
    await as('anna').list(auditEvents, { filter: { ...filter, action: 'user-organizations.create' } }),
  ).toHaveLength(1)
  expect(await as('anna').list(auditEvents, { filter: { ...filter, result: 'failure' } })).toEqual([])
  expect(await as('anna').list(auditEvents, { filter: { ...filter, until: began } })).toEqual([])
})

test('an event says what its target is called: now, or as it was called when it is gone', async () => {
  const draft = { name: 'Named & Gone', customer: nordbygg, number: null, country: null, externalId: null }
  const made = await as('anna').post(organizations, draft)
  const names = async () =>
    (await as('anna').list(auditEvents, { filter: { customer: nordbygg, target: made.id } })).map(
      ({ action, targetName }) => [action, targetName],
    )
  expect(await names()).toEqual([['user-organizations.create', 'Named & Gone']])
  await as('anna').patch(organizations, made.id, { name: 'Renamed' })
  expect((await names()).map(([, name]) => name)).toEqual(['Renamed', 'Renamed'])
  await as('anna').remove(organizations, made.id)
  expect((await names()).map(([, name]) => name)).toEqual(['Renamed', 'Renamed', 'Named & Gone'])
})

test('an event about a membership names its project, of its own customer alone', async () => {
  const member = await db
    .selectFrom('project_member as member')
    .innerJoin('project', 'project.id', 'member.project_id')
    .where('project.customer_id', '=', nordbygg)
    .select(['member.user_id as user', 'project.id', 'project.name'])
    .executeTakeFirstOrThrow()
  const recorded = async (tenant: string) => {
    const id = randomUUID()
    const event = {
      ...{ id, tenant_id: tenant, occurred_at: new Date().toISOString(), action: 'project-members.update' },
      ...{ result: 'success', target_type: 'project-members', target_id: `${member.id}.${member.user}` },
    }
    await sql`select audit_append(${JSON.stringify([event])}::jsonb)`.execute(db)
    return as('staff').get(auditEvents, id)
  }
  expect((await recorded(nordbygg)).targetName).toBe(member.name)
  expect((await recorded(foreign.customer)).targetName).toBeNull()
})

test('a time in any offset is understood, and one that no calendar has is refused', async () => {
  const listed = (from: string) => as('staff').list(auditEvents, { filter: { from }, page: { size: 1 } })
  expect(await listed('2020-01-01T00:00:00+23:59')).toHaveLength(1)
  expect(await listed('9999-12-31T23:59:59Z')).toEqual([])
  for (const from of ['0000-01-01T00:00:00Z', '0001-01-01T00:00:00+01:00', '9999-12-31T23:59:59-01:00']) {
    await expect(listed(from), from).rejects.toMatchObject({ status: 400, source: { parameter: 'filter[from]' } })
  }
})

test('the trail is read newest first, or oldest first', async () => {
  const times = async (sort?: string[]) =>
    // Compared as numbers, because trailing zeros of fractional seconds are omitted.
    (await as('staff').list(auditEvents, { ...(sort && { sort }), page: { size: 20 } })).map(({ occurredAt }) =>
      Date.parse(occurredAt),
    )
  const newest = await times()
  expect(newest).toEqual(newest.toSorted().toReversed())
  const oldest = await times(['occurredAt'])
  expect(oldest).toEqual(oldest.toSorted())
})

test('J2: the demo world and what was done in it hold together', async () => {
  expect((await verifyAudit(db)).broken).toEqual([])
})
