import { Readable } from 'node:stream'
import { exportUsersJson, exportUsersSpreadsheet } from '@lintel/contract/exchange/users-export'
import { projectMembers } from '@lintel/contract/people/members'
import { sql } from 'kysely'
import { uuidv7 } from 'uuidv7'
import { expect, test } from 'vitest'
import { apiClient } from '../../../test/api-client'
import { testApp, testPlatform } from '../../../test/test-app'
import { testDatabase } from '../../../test/test-database'
import { twoCustomers } from '../../../test/two-customers'
import { writeExportQuery } from '../../../test/write-export-query'
import { memberRoutes } from '../../people/members/members.routes'
import { ExportLimiter } from '../../platform/export-limiter'
import { readXlsx } from '../spreadsheet/read-xlsx'
import { usersExportRoutes } from './users-export.routes'

const { db } = await testDatabase()
const { people, customers } = await twoCustomers(db)
const app = await testApp({
  db,
  people,
  resources: [memberRoutes(testPlatform(db))],
  routes: usersExportRoutes(new ExportLimiter()),
})
const onpremise = await testApp({
  db,
  people,
  routes: usersExportRoutes(new ExportLimiter()),
  configuration: { environment: 'onpremise' },
})
const as = (name: string, where = app) => apiClient(where, async () => name)
const json = async (name: string, customer = customers.nord, where = app) =>
  (await as(name, where).call(exportUsersJson, { query: { customer } })).data
const spreadsheet = (name: string, customer = customers.nord) =>
  as(name).inject({ method: 'GET', url: `${exportUsersSpreadsheet.path}?customer=${customer}` })

test('the export says what the memberships say, with each person once and in the order of names', async () => {
  const data = await json('kari')
  const members = await as('kari').list(projectMembers, { filter: { customer: customers.nord }, page: { size: 200 } })
  const deleted = await db.selectFrom('project').select('id').where('is_inactive', '=', true).execute()
  const gone = new Set(deleted.map(({ id }) => id))
  const stored = members.filter(({ project, privilegeLevel }) => !gone.has(project) && privilegeLevel !== 25)
  const exported = data.flatMap(({ email, memberships }) =>
    memberships.map(({ project, privilegeLevel }) => `${email} ${project} ${privilegeLevel}`),
  )
  expect(exported.sort()).toEqual(stored.map((m) => `${m.user} ${m.project} ${m.privilegeLevel}`).sort())
  expect(exported.length).toBeGreaterThan(5)
  const names = data.map(({ name }) => name)
  expect(names).toEqual([...names].sort(new Intl.Collator('und').compare))
  expect(new Set(data.map(({ email }) => email)).size).toBe(data.length)
})

test('the query of the export takes a part of it, or says what of it is not right', async () => {
  const whole = await json('kari')
  const part = async (query: string) =>
    (await as('kari').call(exportUsersJson, { query: { customer: customers.nord, query } })).data
  expect(await part(writeExportQuery({ page: { skip: 1, limit: 2 } }))).toEqual(whole.slice(1, 3))
  const email = whole[1]?.email ?? ''
  expect(await part(writeExportQuery({ filter: { email } }))).toEqual(whole.filter((one) => one.email === email))
  expect(await part(writeExportQuery({ filter: { email: 'nobody@nord.example' } }))).toEqual([])
  const wrong = [
    ['%', 'The query is not base64'],
    [btoa('no JSON'), 'The query is not JSON in base64'],
    [writeExportQuery({ filter: { name: 'Mei' } }), 'The query is not right at "filter"'],
    [writeExportQuery({ page: { skip: -1 } }), 'The query is not right at "page.skip"'],
  ]
  for (const [query = '', detail] of wrong) {
    await expect(part(query)).rejects.toMatchObject({
      code: 'invalidParameter',
      problems: [{ detail, source: { parameter: 'query' } }],
    })
  }
})

test('the spreadsheet is a file to save, of users by projects', async () => {
  const answer = await spreadsheet('kari')
  expect(answer.headers).toMatchObject({
    'content-type': 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    'content-disposition': 'attachment; filename="report.xlsx"',
    'x-content-type-options': 'nosniff',
  })
  const [headings, ...rows] = await readXlsx(answer.rawPayload)
  const data = await json('kari')
  expect(rows.map(({ cells }) => cells[0])).toEqual(data.map(({ email }) => email))
  expect(headings?.cells.slice(0, 3)).toEqual(['email', 'name', 'organization'])
  const mei = rows.find(({ cells }) => cells[0] === people.mei?.email)?.cells ?? []
  const [membership] = data.find(({ email }) => email === people.mei?.email)?.memberships ?? []
  expect(mei[headings?.cells.indexOf(membership?.projectName ?? '') ?? 0]).toBe('user')
})

test('I5: a person whose name is a formula is written as text', async () => {
  const id = uuidv7()
  const person = { id, email: `${id}@nord.example`, given_name: '=cmd|', family_name: "'/c calc'!A1" }
  await db
    .insertInto('app_user')
    .values({ ...person, home_customer_id: customers.nord })
    .execute()
  const rows = await readXlsx((await spreadsheet('kari')).rawPayload)
  const row = rows.find(({ cells }) => cells[0] === person.email)
  expect(row).toMatchObject({ formulaAt: undefined })
  expect(row?.cells[1]).toBe("=cmd| '/c calc'!A1")
})

test('I6: only those who may read the customer export it, and nothing of another one', async () => {
  for (const name of ['kari', 'api', 'stig']) expect((await json(name)).length).toBeGreaterThan(0)
  for (const name of ['ola', 'mei', 'gus', 'lars']) {
    await expect(json(name)).rejects.toMatchObject({ status: 403 })
    expect((await spreadsheet(name)).statusCode).toBe(403)
  }
  for (const customer of [customers.sor, uuidv7(), 'nonsense']) {
    await expect(json('kari', customer)).rejects.toMatchObject({ status: 403 })
  }
  await expect(json('stig', 'nonsense')).rejects.toMatchObject({ status: 404 })
  const foreign = await db.selectFrom('project').select('id').where('customer_id', '=', customers.sor).execute()
  const shown = new Set((await json('kari')).flatMap(({ memberships }) => memberships.map(({ project }) => project)))
  expect(foreign.length).toBeGreaterThan(0)
  for (const { id } of foreign) expect(shown).not.toContain(id)
})

test('I6: what people are not shown is not exported: deleted people and projects, and last logins where real people work', async () => {
  const gone = people.eva?.email ?? ''
  const before = await json('kari')
  expect(before.map(({ email }) => email)).toContain(gone)
  await db.updateTable('app_user').set({ deleted_at: new Date().toISOString() }).where('email', '=', gone).execute()
  expect((await json('kari')).map(({ email }) => email)).not.toContain(gone)
  await db.updateTable('app_user').set({ deleted_at: null }).where('email', '=', gone).execute()
  await db.updateTable('project_member').set({ last_login_at: '2026-01-02T03:04:05Z' }).execute()
  const lastLogins = (data: Awaited<ReturnType<typeof json>>) =>
    new Set(data.flatMap(({ memberships }) => memberships.map(({ lastLogin }) => lastLogin)))
  expect(lastLogins(await json('kari'))).toContain('2026-01-02T03:04:05.000Z')
  expect(lastLogins(await json('kari', customers.nord, onpremise))).toEqual(new Set([null]))
})

test('I6: each export is in the trail with its size, which who has left is no part of', async () => {
  const left = db.insertInto('customer_person').columns(['customer_id', 'user_id', 'name', 'email', 'created_at'])
  await left
    .expression((from) =>
      from
        .selectFrom('app_user')
        .select([sql<string>`${customers.nord}::uuid`.as('customer_id'), 'id', 'name', 'email', 'created_at'])
        .where('email', 'like', 'staff@%'),
    )
    .execute()
  const data = await json('kari')
  const lastEvent = () =>
    db
      .selectFrom('audit_event')
      .select(['after', 'actor_email', 'target_id'])
      .where('action', '=', 'export.users')
      .where('tenant_id', '=', customers.nord)
      .orderBy('sequence', 'desc')
      .executeTakeFirstOrThrow()
  const event = await lastEvent()
  expect(event).toMatchObject({ actor_email: people.kari?.email, target_id: customers.nord, after: { format: 'json' } })
  const sizeOf = (part: typeof data) => ({
    people: part.length,
    memberships: part.reduce((sum, { memberships }) => sum + memberships.length, 0),
  })
  expect(event.after).toMatchObject(sizeOf(data))

  // Of a part, what is sent.
  const busiest = data.reduce((most, one) => (one.memberships.length > most.memberships.length ? one : most))
  expect(busiest.memberships.length).toBeGreaterThan(1)
  const { email } = busiest
  for (const [query, part] of [
    [{ filter: { email: email.toUpperCase() } }, [busiest]],
    [{ filter: { email: 'nobody@nord.example' } }, []],
    [{ page: { skip: 1, limit: 3 } }, data.slice(1, 4)],
    [{ page: { skip: data.length - 1 } }, data.slice(-1)],
    [{ filter: { email }, page: { skip: 1 } }, []],
  ] as const) {
    const requested = { customer: customers.nord, query: writeExportQuery(query) }
    expect((await as('kari').call(exportUsersJson, { query: requested })).data).toEqual(part)
    expect((await lastEvent()).after).toMatchObject(sizeOf([...part]))
  }
})

test('a refused export is no file to save', async () => {
  const refused = await spreadsheet('stig', 'no-customer')
  expect([refused.statusCode, refused.headers['content-disposition']]).toEqual([404, undefined])
})

test('I6: a person has two exports under way and no third, until one has ended', async () => {
  const limiter = new ExportLimiter()
  const open = async () => new Readable({ read: () => undefined })
  const [first] = [await limiter.run('kari', open), await limiter.run('kari', open)]
  await expect(limiter.run('kari', open)).rejects.toMatchObject({ code: 'tooManyRequests', retryAfter: 10 })
  await limiter.run('mei', open)
  const ended = new Promise((resolve) => first?.on('close', resolve))
  first?.destroy()
  await ended
  await limiter.run('kari', open)
  await expect(limiter.run('lars', () => Promise.reject(new Error('none')))).rejects.toThrow('none')
})
