import { once } from 'node:events'
import { existsSync, readdirSync, readlinkSync } from 'node:fs'
import { rename, rm, writeFile } from 'node:fs/promises'
import { request } from 'node:http'
import { join } from 'node:path'
import {
  downloadTopicExport,
  listTopicExports,
  listTopicWorkflows,
  removeTopicExport,
  startTopicExport,
  type TopicExport,
  topicExportColumns,
} from '@lintel/contract/exchange/topic-exports'
import type { CallBody } from '@lintel/contract/jsonapi/call'
import { anonymous } from '@lintel/contract/people/permissions'
import { sql } from 'kysely'
import Papa from 'papaparse'
import { expect, test } from 'vitest'
import { customerId } from '../../../demo/customers'
import { projectId } from '../../../demo/projects'
import { world } from '../../../test/world'
import { sweepObjectsJob } from '../../content/objects/sweep-objects'
import { runChange } from '../../platform/context'
import { openObjectStore } from '../../platform/objects/open-object-store'
import { readXlsx } from '../spreadsheet/read-xlsx'
import { deleteExpiredTopicExportsJob, writeTopicsJob } from './write-topics'

const { app, as, bearer: bearerOf, db, platform, clock } = await world()
const nordbygg = customerId('nordbygg')
const harbour = projectId('NB-2041')
const bridge = projectId('NB-2042')
const stopped = projectId('NB-2087')
const foreign = projectId('FN-45')

type ExportBody = Partial<CallBody<typeof startTopicExport>>
const ask = (asked: ExportBody = {}, who = as('anna')) =>
  who.call(startTopicExport, { body: { customer: nordbygg, format: 'json', ...asked } })
const write = (id: string, signal = new AbortController().signal) =>
  writeTopicsJob.run({ platform, payload: { export: id }, job: { id, attempt: 1, customer: nordbygg }, signal })
const listed = async (who = as('anna')) => (await who.call(listTopicExports, { query: { customer: nordbygg } })).data
const file = (id: string, who = as('anna')) =>
  who.inject({ method: 'GET', url: downloadTopicExport.path.replace('{id}', id) })
const remove = (id: string, who = as('anna')) => who.call(removeTopicExport, { parameters: { id } })

interface Topic {
  id: string
  project: string
  createdAt: string
}
async function topicsIn(asked: ExportBody): Promise<Topic[]> {
  const { id } = await ask(asked)
  await write(id)
  const { data } = JSON.parse((await file(id)).payload)
  await remove(id)
  return data
}
const stored = (condition = sql<boolean>`true`) =>
  db
    .selectFrom('topic')
    .innerJoin('workflow', (join) =>
      join.onRef('workflow.id', '=', 'topic.workflow_id').onRef('workflow.project_id', '=', 'topic.project_id'),
    )
    .where('topic.project_id', 'in', [harbour, bridge])
    .where('topic.is_deleted', '=', false)
    .where(condition)
    .select(['topic.id', 'topic.project_id', 'topic.number', 'workflow.name'])
    .orderBy('topic.project_id')
    .orderBy('topic.number')
    .execute()
const idsOf = (rows: readonly { id: string }[]) => rows.map(({ id }) => id).sort()
const projects = [harbour, bridge]

test('JSON has every topic of the projects that is wanted: by project, workflow, state and day of creation', async () => {
  const all = await stored()
  expect(all.length).toBeGreaterThan(100)
  const topics = await topicsIn({ projects })
  expect(idsOf(topics)).toEqual(idsOf(all))
  // Ordered by project name, then by topic number.
  expect(topics.map(({ project }) => project)).toEqual(
    topics.map(({ project }) => project).sort((a, b) => Number(a !== harbour) - Number(b !== harbour)),
  )
  const [{ name = '' } = {}] = all
  expect(idsOf(await topicsIn({ projects, workflows: [name] }))).toEqual(
    idsOf(await stored(sql<boolean>`workflow.name = ${name}`)),
  )
  expect(idsOf(await topicsIn({ projects, stateKinds: ['done', 'closed'] }))).toEqual(
    idsOf(await stored(sql<boolean>`topic.state_kind in ('done', 'closed')`)),
  )
  const day = topics.map(({ createdAt }) => createdAt.slice(0, 10)).sort()[50] ?? ''
  const onDay = sql<boolean>`(topic.created_at at time zone (select time_zone from customer where id = ${nordbygg}))::date = ${day}`
  expect(idsOf(await topicsIn({ projects, from: day, to: day }))).toEqual(idsOf(await stored(onDay)))
  const { data } = await as('anna').call(listTopicWorkflows, { query: { customer: nordbygg } })
  expect(data).toContain(name)
})

test('I4, I5: CSV and XLSX have the same values, read by other programs, and no formula', async () => {
  await db
    .updateTable('topic')
    .set({ title: '=HYPERLINK("http://x")', text: 'one;two\n"three"', labels: JSON.stringify(['+a', 'b']) })
    .where('project_id', '=', harbour)
    .where('number', '=', 1)
    .execute()
  const headings = topicExportColumns.map((column) => `Kopf ${column}`)
  const files: Record<string, Buffer> = {}
  for (const format of ['csv', 'xlsx'] as const) {
    const { id } = await ask({ projects, format, headings })
    await write(id)
    const answer = await file(id)
    expect(answer.headers['content-disposition']).toBe(`attachment; filename="Topics.${format}"`)
    files[format] = answer.rawPayload
    await remove(id)
  }
  const csv = files.csv?.toString() ?? ''
  expect(csv.startsWith('\uFEFFKopf projectName;Kopf number;')).toBe(true)
  const table = Papa.parse<string[]>(csv.slice(1), { delimiter: ';', skipEmptyLines: true }).data
  const sheet = (await readXlsx(files.xlsx ?? Buffer.of())).map(({ cells, isBroken }) => {
    expect(isBroken).toBe(false)
    return cells
  })
  expect(table).toHaveLength((await stored()).length + 1)
  expect(sheet).toHaveLength(table.length)
  // A sheet has typed days, and text that looks like a formula needs no apostrophe.
  const dates = new Set(['stateSince', 'createdAt', 'updatedAt'])
  const comparable = (row: readonly string[]) =>
    topicExportColumns.flatMap((column, at) => (dates.has(column) ? [] : [(row[at] ?? '').replace(/^'/, '')]))
  expect(sheet.map(comparable)).toEqual(table.map(comparable))
  const title = topicExportColumns.indexOf('title')
  expect(table.map((row) => row[title])).toContain(`'=HYPERLINK("http://x")`)
})

test('a large project is read in parts, and none of its topics is missing or there twice', async () => {
  await addTopics(2_345)
  const topics = await topicsIn({ projects })
  expect(idsOf(topics)).toEqual(idsOf(await stored()))
  await removeTopics()
})

test('G3, I6: projects of others are not found, stopped ones are left out and counted, and only administrators ask', async () => {
  const { id } = await ask({ projects: [harbour, stopped] })
  const [mine] = await listed()
  expect(mine).toMatchObject({ id, state: 'waiting', projects: 1, unavailableProjects: 1, omittedProjects: 0 })
  await expect(ask({ projects: [harbour, foreign] })).rejects.toMatchObject({
    code: 'unknownReference',
    source: { pointer: '/projects/1' },
  })
  await expect(ask({}, as('mei'))).rejects.toMatchObject({ status: 403 })
  await expect(ask({ customer: customerId('fassade') })).rejects.toMatchObject({ status: 403 })
  await expect(ask({ from: '2026-02-02', to: '2026-02-01' })).rejects.toMatchObject({ source: { pointer: '/to' } })
  for (const field of ['from', 'to'])
    await expect(ask({ [field]: '0000-01-01' })).rejects.toMatchObject({
      status: 422,
      source: { pointer: `/${field}` },
    })
  await remove(id)
})

test('a project that stops between the request and the writing is counted as left out, as one that was stopped before', async () => {
  const { id } = await ask({ projects })
  await db.updateTable('project').set({ status: 'Stopped' }).where('id', '=', bridge).execute()
  await write(id)
  await db.updateTable('project').set({ status: 'Running' }).where('id', '=', bridge).execute()
  expect(await listed()).toMatchObject([{ id, state: 'done', projects: 1, unavailableProjects: 1 }])
  const { data } = JSON.parse((await file(id)).payload)
  expect(new Set(data.map(({ project }: Topic) => project))).toEqual(new Set([harbour]))
  await remove(id)
})

test('the first and the last day of all take in every day between them', async () => {
  expect(idsOf(await topicsIn({ projects, from: '0001-01-01', to: '9999-12-31' }))).toEqual(idsOf(await stored()))
})

test('I6: a file is its maker’s alone, and a third export waits until one has ended', async () => {
  const { id } = await ask({ projects })
  await write(id)
  expect((await file(id)).statusCode).toBe(200)
  expect((await file(id, as('astrid'))).statusCode).toBe(404)
  expect(await listed(as('astrid'))).toEqual([])
  await expect(remove(id, as('astrid'))).rejects.toMatchObject({ status: 404 })
  const others = [await ask({ projects }), await ask({ projects })]
  await expect(ask({ projects })).rejects.toMatchObject({ code: 'tooManyRequests' })
  for (const other of [...others, { id }]) await remove(other.id)
  expect(await listed()).toEqual([])
})

test('G10: projects that the login method does not open are left out and counted, and so is the file once it closes', async () => {
  const anna = as('anna')
  const open = await ask({ projects }, anna)
  await write(open.id)
  expect((await file(open.id, anna)).statusCode).toBe(200)
  await db
    .updateTable('project')
    .set({ providers: ['partnerengineering'] })
    .where('id', '=', bridge)
    .execute()
  expect((await file(open.id, anna)).statusCode).toBe(403)
  const { id } = await ask({ projects }, anna)
  expect((await listed(anna)).find((one) => one.id === id)).toMatchObject({ projects: 1, omittedProjects: 1 })
  await write(id)
  const { data } = JSON.parse((await file(id, anna)).payload)
  expect(new Set(data.map(({ project }: Topic) => project))).toEqual(new Set([harbour]))
  await db.updateTable('project').set({ providers: [] }).where('id', '=', bridge).execute()
  for (const one of [open.id, id]) await remove(one, anna)
})

test('whoever lost the right to a project or to the customer gets no file any more', async () => {
  const { id } = await ask({ projects }, as('astrid'))
  await write(id)
  expect((await file(id, as('astrid'))).statusCode).toBe(200)
  const removed = await sql<{ user_id: string }>`delete from customer_admin where customer_id = ${nordbygg}
    and user_id = (select id from app_user where email = 'astrid@nordbygg.example') returning user_id`.execute(db)
  expect(removed.rows).toHaveLength(1)
  clock.advance(1_001)
  expect((await file(id, as('astrid'))).statusCode).toBe(403)
  await sql`insert into customer_admin (customer_id, user_id) values (${nordbygg}, ${removed.rows[0]?.user_id})`.execute(
    db,
  )
  clock.advance(1_001)
  await remove(id, as('astrid'))
})

test('K5: a restart in the middle begins again; a cancelled export ends; what nobody can write says so', async () => {
  const { id } = await ask({ projects })
  const stopping = new AbortController()
  stopping.abort()
  await expect(write(id, stopping.signal)).rejects.toThrow('The server stops')
  const now = async (): Promise<TopicExport | undefined> => (await listed()).find((one) => one.id === id)
  expect(await now()).toMatchObject({ state: 'writing', topics: 0 })
  await write(id)
  const all = (await stored()).length
  expect(await now()).toMatchObject({ state: 'done', topics: all, total: all })
  // Runs the same job again, as after a crash before the queue was updated: nothing is written twice.
  await write(id)
  expect(
    await db
      .selectFrom('stored_object')
      .where('key', 'in', db.selectFrom('topic_export').select('object_key'))
      .selectAll()
      .execute(),
  ).toHaveLength(1)
  await remove(id)

  const gone = await ask({ projects })
  await remove(gone.id)
  await write(gone.id)
  expect(await listed()).toEqual([])

  const failing = await ask({ projects })
  await runChange(platform, { actor: anonymous, requestId: 'test', ip: '', userAgent: null }, async (change) => {
    change.audit({ action: 'job.dead', customer: nordbygg })
    await writeTopicsJob.onDead?.(change, { export: failing.id }, 'It failed')
  })
  expect((await listed())[0]).toMatchObject({ id: failing.id, state: 'failed' })
  expect((await file(failing.id)).statusCode).toBe(404)
  await remove(failing.id)
})

/** Additional topics with long texts, so that a file has many batches. */
async function addTopics(count: number, length = 10): Promise<void> {
  const [known] = await stored()
  await sql`insert into topic (id, customer_id, project_id, number, title, text, workflow_id, state, state_kind)
    select gen_random_uuid(), customer_id, project_id, 100000 + place, 'Many ' || place, repeat(md5(place::text), ${length}), workflow_id,
      state, state_kind
    from topic cross join generate_series(1, ${count}) as place where id = ${known?.id}`.execute(db)
}
const removeTopics = () =>
  sql`delete from topic where number > 100000 and project_id in (${harbour}, ${bridge})`.execute(db)

const store = openObjectStore(platform.configuration)
async function keysOfStore(): Promise<string[]> {
  const all: string[] = []
  for await (const { key } of store.list()) all.push(key)
  return all.sort()
}

test('K5: an export that ends after some of its parts leaves no bytes, and is written whole when it is taken again', async () => {
  await addTopics(4_500)
  const before = await keysOfStore()
  const { id } = await ask({ projects, format: 'csv' })
  // The abort signal is checked before each batch; here it fires after the second one.
  let looked = 0
  const stopping = new AbortController()
  const signal = new Proxy(stopping.signal, {
    get(target, name) {
      if (name === 'aborted') {
        looked += 1
        if (looked > 3) stopping.abort()
      }
      const value = Reflect.get(target, name)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
  await expect(write(id, signal)).rejects.toThrow('The server stops')
  expect(looked).toBe(4)
  expect(await keysOfStore()).toEqual(before)
  expect((await listed()).find((one) => one.id === id)).toMatchObject({ state: 'writing' })
  expect((await file(id)).statusCode).toBe(404)
  await write(id)
  const { data } = Papa.parse<string[]>((await file(id)).payload, { delimiter: ';', skipEmptyLines: true })
  expect(data).toHaveLength((await stored()).length + 1)
  expect((await keysOfStore()).length).toBe(before.length + 1)
  await remove(id)
  await removeTopics()
})

test('an export that its maker removes while it is written ends, and leaves neither a row nor bytes', async () => {
  await addTopics(20_000)
  const before = await keysOfStore()
  for (const format of ['json', 'xlsx'] as const) {
    const { id } = await ask({ projects, format })
    // Time passes between batches, so that each progress update is saved.
    const signal = new Proxy(new AbortController().signal, {
      get(target, name) {
        if (name === 'aborted') clock.advance(600)
        return Reflect.get(target, name)
      },
    })
    const writing = write(id, signal)
    await expect.poll(async () => (await listed()).find((one) => one.id === id)?.topics).toBeGreaterThan(0)
    await remove(id)
    await writing
    expect(await listed()).toEqual([])
    expect(await keysOfStore()).toEqual(before)
    expect(await db.selectFrom('topic_export').select('id').where('id', '=', id).execute()).toEqual([])
  }
  await removeTopics()
})

test('while the store is away, a download is 503, and the file is there when the store is', async () => {
  const objects = join(platform.configuration.dataDirectory, 'objects')
  const { id } = await ask({ projects })
  await write(id)
  const whole = (await file(id)).rawPayload
  const before = [await listed(), await keysOfStore()]
  await rename(objects, `${objects}.away`)
  await writeFile(objects, 'a file where the folder was')
  const away = await file(id)
  expect([away.statusCode, away.json().errors[0].code]).toEqual([503, 'objectStoreAway'])
  expect([away.headers['retry-after'], away.headers['content-disposition']]).toEqual(['30', undefined])
  await rm(objects)
  await rename(`${objects}.away`, objects)
  expect([await listed(), await keysOfStore()]).toEqual(before)
  expect((await file(id)).rawPayload.equals(whole)).toBe(true)
  await remove(id)
})

test('whoever breaks off a download leaves nothing open at the server, and may begin again', async () => {
  await addTopics(3_000, 300)
  const { id } = await ask({ projects })
  await write(id)
  const bearer = await bearerOf('anna')
  const origin = await app.listen({ port: 0, host: '127.0.0.1' })
  const headers = { authorization: `Bearer ${bearer}` }
  const address = origin + downloadTopicExport.path.replace('{id}', id)
  const asked = request(address, { headers })
  asked.on('error', () => undefined).end()
  const [answer] = await once(asked, 'response')
  expect(Number(answer.headers['content-length'])).toBeGreaterThan(20_000_000)
  await once(answer, 'readable')
  if (canListOpenFiles) await expect.poll(openObjects).toBe(1)
  asked.destroy()
  await expect.poll(openObjects).toBe(0)
  const whole = (await (await fetch(address, { headers })).json()) as { data: unknown[] }
  expect(whole.data).toHaveLength((await stored()).length)
  await expect.poll(openObjects).toBe(0)
  await remove(id)
  await removeTopics()
})

/** Linux lists the open files of a process; on other systems the second download has to be sufficient. */
const canListOpenFiles = existsSync('/proc/self/fd')

/** Number of object store files open in this process. */
function openObjects(): number {
  if (!canListOpenFiles) return 0
  const named = readdirSync('/proc/self/fd').map((descriptor) => {
    try {
      return readlinkSync(`/proc/self/fd/${descriptor}`)
    } catch {
      return ''
    }
  })
  return named.filter((path) => path.startsWith(platform.configuration.dataDirectory)).length
}

test('a file is kept while its export is there, and its bytes go after it expires', async () => {
  const { id } = await ask({ projects, format: 'csv' })
  await write(id)
  const [kept] = await db.selectFrom('topic_export').select('object_key').where('id', '=', id).execute()
  const work = { platform, payload: {}, job: { id, attempt: 1, customer: null }, signal: new AbortController().signal }
  const runCleanup = async () => {
    await deleteExpiredTopicExportsJob.run(work)
    await sweepObjectsJob.run(work)
  }
  clock.advance(7 * 86_400_000 - 60_000)
  await runCleanup()
  expect((await file(id)).statusCode).toBe(200)
  expect(await keysOfStore()).toContain(kept?.object_key)
  clock.advance(120_000)
  expect((await file(id)).statusCode).toBe(404)
  await runCleanup()
  expect(await keysOfStore()).not.toContain(kept?.object_key)
  expect(await db.selectFrom('topic_export').select('id').execute()).toEqual([])
})

test('J2: asking, writing, downloading and removing are in the audit log', async () => {
  const { id } = await ask({ projects })
  await write(id)
  await file(id)
  await remove(id)
  const events = await db
    .selectFrom('audit_event')
    .select('action')
    .where('target_id', '=', id)
    .orderBy('sequence')
    .execute()
  expect(events.map(({ action }) => action)).toEqual([
    'export.topics',
    'export.topics.written',
    'export.topics.download',
    'export.topics.remove',
  ])
})
