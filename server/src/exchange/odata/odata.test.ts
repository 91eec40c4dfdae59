import { exportChecklists, exportTopics } from '@lintel/contract/content/content-exports'
import { exportClassifications, exportProjectStats } from '@lintel/contract/exchange/statistics-exports'
import { exportUsersJson } from '@lintel/contract/exchange/users-export'
import { projects } from '@lintel/contract/projects/projects'
import { describe, expect, test } from 'vitest'
import { demoPassword } from '../../../demo/credentials'
import { customerId } from '../../../demo/customers'
import { personId } from '../../../demo/person-id'
import { projectId } from '../../../demo/projects'
import { browser } from '../../../test/browser'
import { captureStatements } from '../../../test/capture-statements'
import { world } from '../../../test/world'

const many = { calls: 1_000_000, seconds: 60 }
const { app, db, as, clock } = await world({ rates: { general: many, signIn: many } })
const [nordbygg, fjellbane] = [customerId('nordbygg'), customerId('fjellbane')]
const reports = 'reports@nordbygg.example'
const root = `/odata/${nordbygg}/`
/** A request as a spreadsheet sends it, without cookies or Origin. */
const query = browser(app, { isOurPage: false })

async function feedSecret(): Promise<string> {
  const answer = await query.post('/mgw/api/v2/login', { username: reports, password: demoPassword })
  return answer.json<{ refreshToken: string }>().refreshToken
}
const secret = await feedSecret()
const basic = (password: string) => `Basic ${Buffer.from(`${reports}:${password}`).toString('base64')}`
const ask = (url: string, headers: Record<string, string> = {}) =>
  app.inject({ method: 'GET', url, headers: { authorization: basic(secret), ...headers } })
const options = (given: Record<string, string>) =>
  Object.entries(given)
    .map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
    .join('&')

interface Answer {
  value: Record<string, unknown>[]
  '@odata.nextLink'?: string
  '@odata.count'?: number
  [annotation: `@${string}`]: unknown
}

async function read(
  table: string,
  given: Record<string, string> = {},
  headers: Record<string, string> = {},
): Promise<Answer> {
  const answer = await ask(`${root}${table}?${options(given)}`, headers)
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json()
}

/** Reads all pages of a table. */
async function readAll(table: string, given: Record<string, string> = {}, size = 1_000) {
  const rows: Record<string, unknown>[] = []
  let url: string | undefined = `${root}${table}?${options(given)}`
  while (url !== undefined) {
    const answer = await ask(new URL(url, 'http://localhost').href.replace(/^https?:\/\/[^/]+/, ''), {
      prefer: `odata.maxpagesize=${size}`,
    })
    expect(answer.statusCode, answer.body).toBe(200)
    const page: Answer = answer.json()
    expect(page.value.length).toBeLessThanOrEqual(size)
    rows.push(...page.value)
    url = page['@odata.nextLink']
  }
  return rows
}

/** The topic fields that the filters below use. */
interface Topic {
  id: string
  number: number
  title: string
  isDeleted: boolean
  dueDate: string | null
  assignee: string | null
  stateKind: string
  createdAt: string
}
const everyTopic = readAll('topics')

const codeOf = ({ statusCode, body }: { statusCode: number; body: string }) => [
  statusCode,
  JSON.parse(body).error?.code,
]
const instants = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/
/** Normalizes values: instants may have more or fewer trailing zeros. */
const normalized = (value: unknown): unknown =>
  typeof value === 'string' && instants.test(value)
    ? Math.trunc(Date.parse(value))
    : Array.isArray(value)
      ? value.map(normalized)
      : typeof value === 'object' && value !== null
        ? Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, normalized(inner)]))
        : value
/** Normalizes rows for comparison regardless of row and field order. */
const sorted = (rows: readonly object[]) => rows.map((row) => JSON.stringify(inOrder(normalized(row)))).sort()
const inOrder = (value: unknown): unknown =>
  Array.isArray(value)
    ? value.map(inOrder)
    : typeof value === 'object' && value !== null
      ? Object.fromEntries(
          Object.entries(value)
            .sort(([a], [b]) => (a < b ? -1 : 1))
            .map(([name, inner]) => [name, inOrder(inner)]),
        )
      : value

describe('the rows', () => {
  const reader = as(reports)
  const running = async () =>
    (await reader.list(projects, { filter: { customer: nordbygg }, page: { size: 200 } })).filter(
      ({ status, isHibernated }) => status === 'Running' && !isHibernated,
    )

  test('D10: are those of the exports, with equal values', async () => {
    const stats = await reader.call(exportProjectStats, { query: { customer: nordbygg } })
    expect(sorted(await readAll('projectStatistics'))).toEqual(sorted(stats.data))
    const listed = await reader.list(projects, { filter: { customer: nordbygg }, page: { size: 200 } })
    const own = listed.map(({ version: _, ...project }) => project)
    expect(sorted(await readAll('projects'))).toEqual(sorted(own))
    const users = await reader.call(exportUsersJson, { query: { customer: nordbygg } })
    expect(sorted(await readAll('users'))).toEqual(sorted(users.data))
    const classes = await reader.call(exportClassifications, { query: { customer: nordbygg } })
    expect(sorted(await readAll('classifications'))).toEqual(sorted(classes.data))
    for (const rows of [stats.data, own, users.data, classes.data]) expect(rows.length).toBeGreaterThan(3)
  })

  test('D10: of what projects hold are those of the exports of each project that runs', async () => {
    const topics: object[] = []
    const lists: object[] = []
    for (const { id } of await running()) {
      const parts = { parameters: { project: id } }
      topics.push(...(await reader.call(exportTopics, parts)).data.map((topic) => ({ ...topic, project: id })))
      lists.push(...(await reader.call(exportChecklists, parts)).data.map((list) => ({ ...list, project: id })))
    }
    expect([topics.length > 10, lists.length > 3]).toEqual([true, true])
    expect(sorted(await readAll('topics'))).toEqual(sorted(topics))
    expect(sorted(await readAll('checklists'))).toEqual(sorted(lists))
  })

  test('are the same page after page, in any order, with null before every value', async () => {
    const ids = (rows: readonly object[]) => rows.map((row) => (row as { id: string }).id)
    const whole = ids(await readAll('topics'))
    expect(ids(await readAll('topics', {}, 70))).toEqual(whole)
    expect(new Set(whole).size).toBe(whole.length)
    for (const order of ['dueDate', 'dueDate desc', 'title desc,number', 'createdAt,id desc', 'isDeleted desc']) {
      const ordered = await readAll('topics', { $orderby: order })
      expect(ids(await readAll('topics', { $orderby: order }, 90)), order).toEqual(ids(ordered))
      expect([...ids(ordered)].sort(), order).toEqual([...whole].sort())
    }
    const dates = (await readAll('topics', { $orderby: 'dueDate', $select: 'dueDate' })).map(({ dueDate }) => dueDate)
    const given = dates.filter((date) => date !== null)
    expect([given.length > 2, given.length < dates.length]).toEqual([true, true])
    expect(dates).toEqual([...dates.filter((date) => date === null), ...given.toSorted()])
    const classes = await readAll('classifications')
    expect(await readAll('classifications', {}, 12)).toEqual(classes)
    expect(await readAll('users', {}, 40)).toEqual(await readAll('users'))
    expect(await readAll('projectStatistics', { $orderby: 'numUsersByLevel/owner desc,name' }, 12)).toHaveLength(
      (await readAll('projectStatistics')).length,
    )
  })

  test('are as many as $top says over all pages, with the columns of $select and the number of all', async () => {
    const rows = await readAll('topics', { $top: '10', $select: 'title,number', $orderby: 'number desc' }, 4)
    expect(rows).toHaveLength(10)
    for (const row of rows) expect(Object.keys(row).sort()).toEqual(['number', 'title'])
    const { value, ...told } = await read('topics', { $top: '0', $count: 'true', $filter: 'number le 3' })
    expect(value).toEqual([])
    const counted = await ask(`${root}topics/$count?${options({ $filter: 'number le 3' })}`)
    expect(counted.headers['content-type']).toMatch(/^text\/plain/)
    expect(told['@odata.count']).toBe(Number(counted.body))
    expect(told['@odata.count']).toBe((await readAll('topics')).filter(({ number }) => Number(number) <= 3).length)
    expect(told['@odata.nextLink']).toBeUndefined()
  })

  test('G10: leave out projects that want another login method and say how many, and how many do not run', async () => {
    const { value: _, ...before } = await read('topics', { $top: '1' })
    expect(before['@Lintel.omittedProjects']).toBe(1)
    expect(before['@Lintel.stoppedProjects']).toBeGreaterThan(0)
    const harbour = projectId('NB-2041')
    const ofHarbour = { $filter: `project eq ${harbour}`, $count: 'true', $top: '1' }
    expect((await read('topics', ofHarbour))['@odata.count']).toBeGreaterThan(0)
    await db
      .updateTable('project')
      .set({ providers: ['COGNITO_MFA'] })
      .where('id', '=', harbour)
      .execute()
    const after = await read('topics', ofHarbour)
    await db.updateTable('project').set({ providers: [] }).where('id', '=', harbour).execute()
    expect([after['@odata.count'], after['@Lintel.omittedProjects']]).toEqual([0, 2])
  })

  test('one row is found by its key', async () => {
    const [topic] = (await read('topics', { $top: '1' })).value
    const { '@odata.context': _, ...found } = (await ask(`${root}topics(${topic?.id})`)).json()
    expect(found).toEqual(topic)
    const named = (await ask(`${root}users('${reports}')?$select=email`)).json()
    expect(named).toEqual({
      '@odata.context': expect.stringMatching(/\$metadata#users\(email\)\/\$entity$/),
      email: reports,
    })
    const [kind] = (await read('classifications', { $top: '1' })).value
    const both = `project=${kind?.project},classification='${encodeURIComponent(String(kind?.classification))}'`
    expect((await ask(`${root}classifications(${both})`)).json()).toMatchObject(kind ?? {})
    expect(codeOf(await ask(`${root}topics(${projectId('NB-2041')})`))).toEqual([404, 'notFound'])
    expect(codeOf(await ask(`${root}classifications(${kind?.project})`))).toEqual([404, 'notFound'])
  })
})

describe('who reads', () => {
  const first = `${root}projects?$top=1`
  const over = [401, 'sessionExpired']

  test('D10: a feed token reads its own customer by Basic and Bearer, as it is or exchanged; a foreign one is refused', async () => {
    const exchanged = await query.post('/auth/v1/refresh', { refreshToken: secret })
    const bearers = [secret, exchanged.json<{ idToken: string }>().idToken].map((token) => `Bearer ${token}`)
    for (const authorization of [basic(secret), ...bearers]) {
      expect((await ask(first, { authorization })).statusCode, authorization.slice(0, 8)).toBe(200)
      const foreign = first.replace(nordbygg, fjellbane)
      expect(codeOf(await ask(foreign, { authorization }))).toEqual([403, 'forbidden'])
    }
    const elsewhere = await app.inject({
      url: '/mgw/api/v1/users/export/json?customer='.concat(nordbygg),
      headers: { authorization: `Bearer ${secret}` },
    })
    expect(elsewhere.statusCode).toBe(401)
  })

  test('D10: nobody, a wrong secret, an ended and an expired feed token read nothing, and are told how to say who they are', async () => {
    const nobody = await app.inject({ url: first })
    expect(codeOf(nobody)).toEqual([401, 'notSignedIn'])
    expect(nobody.headers).toMatchObject({
      'www-authenticate': expect.stringMatching(/^Basic /),
      'odata-version': '4.0',
      'cache-control': 'no-store',
    })
    expect(codeOf(await ask(first, { authorization: basic(`feed_${'A'.repeat(43)}`) }))).toEqual(over)
    expect(codeOf(await ask(first, { authorization: basic(demoPassword) }))).toEqual([401, 'invalidToken'])
    const ended = await feedSecret()
    expect((await ask(first, { authorization: basic(ended) })).statusCode).toBe(200)
    await db
      .updateTable('feed_token')
      .set({ ended_at: new Date().toISOString(), end_reason: 'revoked' })
      .where('user_id', '=', personId(reports))
      .execute()
    expect(codeOf(await ask(first, { authorization: basic(ended) }))).toEqual(over)
    await db
      .updateTable('feed_token')
      .set({ ended_at: null, end_reason: null })
      .where('user_id', '=', personId(reports))
      .execute()
    expect((await ask(first)).statusCode).toBe(200)
    await db
      .updateTable('feed_token')
      .set({ expires_at: '2020-01-01T00:00:00Z', created_at: '2019-01-01T00:00:00Z' })
      .where('user_id', '=', personId(reports))
      .execute()
    expect(codeOf(await ask(first))).toEqual(over)
    await db
      .updateTable('feed_token')
      .set({ expires_at: '2099-01-01T00:00:00Z' })
      .where('user_id', '=', personId(reports))
      .execute()
  })

  /** What the audit log has since then about what was read. */
  const readings = async (since = 0) =>
    (
      await db
        .selectFrom('audit_event')
        .select(['action', 'after', 'tenant_id as tenant'])
        .where('action', 'like', 'export.odata%')
        .orderBy('sequence')
        .execute()
    ).slice(since)

  test('I6: the audit log has the number of rows of a table that is read to its end, before the last of them leave', async () => {
    const topics = (await everyTopic).length
    const since = (await readings()).length
    await readAll('topics', {}, topics)
    await readAll('topics', { $select: 'id' }, Math.ceil(topics / 3))
    await readAll('topics', { $top: '10' }, 4)
    await read('topics', { $top: '0' })
    await ask(`${root}users('${reports}')`)
    await ask(`${root}users('nobody@nordbygg.example')`)
    const [begun, ended] = ['export.odata', 'export.odata.written']
    expect((await readings(since)).map(({ action, after, tenant }) => [action, after, tenant])).toEqual([
      [begun, { table: 'topics', rows: topics }, nordbygg],
      [begun, { table: 'topics' }, nordbygg],
      [ended, { table: 'topics', rows: topics }, nordbygg],
      [begun, { table: 'topics' }, nordbygg],
      [ended, { table: 'topics', rows: 10 }, nordbygg],
      [begun, { table: 'topics', rows: 0 }, nordbygg],
      [begun, { table: 'users', rows: 1 }, nordbygg],
      [begun, { table: 'users', rows: 0 }, nordbygg],
    ])
  })

  test('D10: its last use is noted, a page at a time not again, and the reading is in the trail once for all its pages', async () => {
    const before = (await readings()).length
    clock.advance(120_000)
    await readAll('topics', { $filter: 'number le 2' }, 20)
    expect((await readings(before)).map(({ action }) => action)).toEqual(['export.odata', 'export.odata.written'])
    const used = await db
      .selectFrom('feed_token')
      .select('last_used_at as at')
      .where('user_id', '=', personId(reports))
      .execute()
    expect(Math.max(...used.map(({ at }) => Date.parse(at ?? '')))).toBeGreaterThan(clock.now() - 60_000)
  })

  test('the first page reads its rows, counts what is left out and tells the audit log by one statement, in which the log comes last, as every further page does', async () => {
    const asks = async (url: string) =>
      (await captureStatements(() => ask(url))).filter((text) => /audit_append|row_to_json|closed|omitted/.test(text))
    const first = await asks(`${root}topics?$top=3`)
    expect(first).toHaveLength(1)
    expect(first[0]).toMatch(
      /^select page\.\*, audit_append\(.*\) as appended from \(.*row_to_json.*is_inactive.*offset 0 \) as page$/,
    )
    const next = (await read('topics', {}, { prefer: 'odata.maxpagesize=2' }))['@odata.nextLink'] ?? ''
    const second = await asks(next.replace(/^https?:\/\/[^/]+/, ''))
    expect(second).toHaveLength(1)
    expect(second[0]).toMatch(
      /^select page\.\*, case when \(not page\."hasMore" or \$\d+::boolean\) then audit_append\(.*offset 0 \) as page$/,
    )
  })

  test.each(['text', 'text desc,title', 'stateKind,text'])(
    'a list ordered by texts of 20,000 characters goes on to its end: %s',
    async ($orderby) => {
      const { value } = await read('topics', { $select: 'id', $top: '7' })
      const ids = value.map(({ id }) => String(id))
      const longest = ids.slice(0, 3)
      const setTexts = (text: string) => db.updateTable('topic').set({ text }).where('id', 'in', longest).execute()
      await setTexts('梁'.repeat(20_000))
      // Nearly as long as a filter may be: the address of the next page repeats it.
      const padding = `not contains(title,'${'so '.repeat(1_100)}')`
      const $filter = `(${ids.map((id) => `id eq ${id}`).join(' or ')}) and ${padding}`
      const ordered = await readAll('topics', { $orderby, $filter, $select: 'id' }, 1)
      await setTexts('')
      expect(ordered.map(({ id }) => String(id)).toSorted()).toEqual(ids.toSorted())
    },
  )

  test('D10: nobody makes a place to go on from, nor takes another list’s', async () => {
    const link = new URL((await read('topics', {}, { prefer: 'odata.maxpagesize=2' }))['@odata.nextLink'] ?? '')
    const token = link.searchParams.get('$skiptoken') ?? ''
    expect((await read('topics', { $skiptoken: token })).value).toHaveLength(2)
    const bytes = Buffer.from(token, 'base64url')
    bytes[20] = (bytes[20] ?? 0) ^ 1
    for (const [table, given] of [
      ['topics', { $skiptoken: bytes.toString('base64url') }],
      ['topics', { $skiptoken: 'nonsense' }],
      ['checklists', { $skiptoken: token }],
      ['topics', { $skiptoken: token, $orderby: 'title' }],
      ['topics', { $skiptoken: token, $filter: 'number gt 0' }],
    ] as const) {
      expect(codeOf(await ask(`${root}${table}?${options(given)}`))).toEqual([400, 'invalidCursor'])
    }
    // Another feed token of the same person begins a read of its own.
    const authorization = basic(await feedSecret())
    const next = `${root}topics?${options({ $skiptoken: token })}`
    expect((await ask(`${root}topics?$top=1`, { authorization })).statusCode).toBe(200)
    expect(codeOf(await ask(next, { authorization }))).toEqual([400, 'invalidCursor'])
  })

  test('I6: a list is continued for a day after its first page, of which alone the audit log knows at once', async () => {
    const pathOf = (link = '') => link.replace(/^https?:\/\/[^/]+/, '')
    const prefer = { prefer: 'odata.maxpagesize=2' }
    const second = pathOf((await read('topics', {}, prefer))['@odata.nextLink'])
    clock.advance(86_400_000 - 60_000)
    const page = await ask(second)
    expect(page.statusCode, page.body).toBe(200)
    clock.advance(60_000)
    for (const link of [second, pathOf(page.json<Answer>()['@odata.nextLink'])])
      expect(codeOf(await ask(link))).toEqual([400, 'invalidCursor'])
    expect(await read('topics', {}, prefer)).toMatchObject({ '@odata.nextLink': expect.any(String) })
  })
})

describe('what is asked', () => {
  test.each<[string, (topic: Topic) => boolean]>([
    ['number eq 3', ({ number }) => number === 3],
    ['3 lt number', ({ number }) => number > 3],
    ['number ge 2 and number le 4', ({ number }) => number >= 2 && number <= 4],
    [
      'number eq 1 or number eq 2 and isDeleted',
      ({ number, isDeleted }) => number === 1 || (number === 2 && isDeleted),
    ],
    ['(number eq 1 or number eq 2) and isDeleted eq false', ({ number, isDeleted }) => number <= 2 && !isDeleted],
    ['not isDeleted and number lt 3', ({ number, isDeleted }) => !isDeleted && number < 3],
    ['not (isDeleted or number lt 3)', ({ number, isDeleted }) => !(isDeleted || number < 3)],
    ['not not isDeleted', ({ isDeleted }) => isDeleted],
    ['number gt 1.5', ({ number }) => number > 1.5],
    ['dueDate eq null', ({ dueDate }) => dueDate === null],
    ['dueDate ne null', ({ dueDate }) => dueDate !== null],
    ['dueDate gt 2026-10-01', ({ dueDate }) => dueDate !== null && dueDate > '2026-10-01'],
    ['not (dueDate gt 2026-10-01)', ({ dueDate }) => !(dueDate !== null && dueDate > '2026-10-01')],
    ["assignee ne 'mei@nordbygg.example'", ({ assignee }) => assignee !== 'mei@nordbygg.example'],
    ["assignee eq 'mei@nordbygg.example'", ({ assignee }) => assignee === 'mei@nordbygg.example'],
    ["not contains(assignee,'mei')", ({ assignee }) => assignee?.includes('mei') === false],
    [
      "not (contains(assignee,'mei') and number gt 2)",
      ({ assignee, number }) => number <= 2 || assignee?.includes('mei') === false,
    ],
    ["contains(title,'e')", ({ title }) => title.includes('e')],
    ["contains(tolower(title),'E')", () => false],
    ["startswith(title,'%')", ({ title }) => title.startsWith('%')],
    ["contains(title,'_')", ({ title }) => title.includes('_')],
    ["startswith(title,'C') or endswith(title,'d')", ({ title }) => title.startsWith('C') || title.endsWith('d')],
    ["title eq 'It''s -- /* '", () => false],
    ["toupper(stateKind) eq 'OPEN'", ({ stateKind }) => stateKind === 'open'],
    ['length(title) gt 20', ({ title }) => title.length > 20],
    ["indexof(title,'a') eq 1", ({ title }) => title.indexOf('a') === 1],
    ['createdAt gt 2026-06-01T00:00:00Z', ({ createdAt }) => createdAt > '2026-06-01T00:00:00.000Z'],
    ['createdAt gt 2026-06-01T02:00:00+02:00', ({ createdAt }) => createdAt > '2026-06-01T00:00:00.000Z'],
    ['createdAt gt 2026-06-01T00:00:00.0000000Z', ({ createdAt }) => createdAt > '2026-06-01T00:00:00.000Z'],
    ['createdAt gt 2026-06-01T02:00:00.000000000000+02:00', ({ createdAt }) => createdAt > '2026-06-01T00:00:00.000Z'],
    ['createdAt lt 9999-12-31T23:59:59.9999999Z', () => true],
    ['createdAt gt 0001-01-01T00:00:00Z', () => true],
    ['createdAt lt 2026-06-01', ({ createdAt }) => createdAt < '2026-06-01T00:00:00.000Z'],
    [
      'year(createdAt) eq 2026 and month(createdAt) ge 6',
      ({ createdAt }) => createdAt >= '2026-06' && createdAt < '2027',
    ],
    ['date(createdAt) le 2026-06-01', ({ createdAt }) => createdAt.slice(0, 10) <= '2026-06-01'],
    ['isDeleted eq (number eq 1)', ({ number, isDeleted }) => isDeleted === (number === 1)],
    ['(dueDate gt 2026-10-01) eq false', ({ dueDate }) => !(dueDate !== null && dueDate > '2026-10-01')],
    ['true ne (dueDate gt 2026-10-01)', ({ dueDate }) => !(dueDate !== null && dueDate > '2026-10-01')],
    ['(dueDate gt 2026-10-01) eq null', () => false],
    [
      "(dueDate gt 2026-10-01 or assignee eq 'mei@nordbygg.example') eq isDeleted",
      ({ dueDate, assignee, isDeleted }) =>
        ((dueDate !== null && dueDate > '2026-10-01') || assignee === 'mei@nordbygg.example') === isDeleted,
    ],
    ["contains(assignee,'nordbygg') eq false", ({ assignee }) => assignee?.includes('nordbygg') === false],
    ['true', () => true],
    ['null eq null', () => true],
    ['number lt null', () => false],
  ])('is answered as it is meant: %s', async (filter, matchesExpected) => {
    const topics = (await everyTopic) as unknown as Topic[]
    const ids = (rows: readonly object[]) => rows.map((row) => (row as Topic).id)
    const answered = await readAll('topics', { $filter: filter, $select: 'id' })
    expect(ids(answered)).toEqual(ids(topics.filter(matchesExpected)))
  })

  test('is compared to the last decimal that a client writes', async () => {
    const [topic] = (await everyTopic) as unknown as Topic[]
    const at = topic?.createdAt.slice(0, -1)
    const found = async (comparison: string) =>
      (await read('topics', { $filter: `id eq ${topic?.id} and createdAt ${comparison}` })).value.length
    expect(await found(`eq ${at}0000Z`)).toBe(1)
    expect(await found(`lt ${at}0010Z`)).toBe(1)
    expect(await found(`ge ${at}0010Z`)).toBe(0)
  })

  test('says what cannot be: 501 with the option named for what OData has, 400 for what is wrong', async () => {
    const refused = [
      ['topics?$expand=project', 501, 'notImplemented', '$expand'],
      ['topics?$search=crack', 501, 'notImplemented', '$search'],
      ['topics?$apply=aggregate($count%20as%20n)', 501, 'notImplemented', '$apply'],
      ['topics?$skip=3', 501, 'notImplemented', '$skip'],
      ['topics?$nonsense=3', 501, 'notImplemented', '$nonsense'],
      ['topics?filter=number%20eq%201', 501, 'notImplemented', 'filter'],
      ['topics?@a=1', 501, 'notImplemented', '@a'],
      [`topics?${options({ $filter: 'number add 1 eq 2' })}`, 501, 'notImplemented', '$filter'],
      [`topics?${options({ $filter: "labels/any(l:l eq 'x')" })}`, 501, 'notImplemented', '$filter'],
      ['topics/$count?$top=1', 501, 'notImplemented', '$top'],
      ['?$top=1', 501, 'notImplemented', '$top'],
      ['topics?$top=-1', 400, 'invalidParameter', '$top'],
      ['topics?$count=yes', 400, 'invalidParameter', '$count'],
      ['topics?$select=secret', 400, 'invalidParameter', '$select'],
      ['topics?$orderby=labels', 400, 'invalidParameter', '$orderby'],
      ['topics?$orderby=title%20upwards', 400, 'invalidParameter', '$orderby'],
      ['topics?$top=1&$top=2', 400, 'duplicateParameter', '$top'],
      [`topics?${options({ $filter: 'hour(dueDate) eq 0' })}`, 400, 'invalidParameter', '$filter'],
      [`topics?${options({ $filter: 'minute(date(createdAt)) eq 0' })}`, 400, 'invalidParameter', '$filter'],
      [`topics?${options({ $filter: 'hour(2026-01-01) eq 0' })}`, 400, 'invalidParameter', '$filter'],
      ['nothing', 404, 'notFound', undefined],
      ['constructor', 404, 'notFound', undefined],
      [`topics(${(await everyTopic)[0]?.id})/$count`, 404, 'notFound', undefined],
    ] as const
    for (const [url, status, code, target] of refused) {
      const answer = await ask(`${root}${url}`)
      expect([url, answer.statusCode, answer.json().error], answer.body).toMatchObject([
        url,
        status,
        { code, message: expect.any(String) },
      ])
      expect([url, answer.json().error.target]).toEqual([url, target])
      expect(answer.headers['odata-version']).toBe('4.0')
    }
    expect((await ask(`${root}topics?$top=1&purpose=report`)).statusCode).toBe(200)
  })

  test('in which form: JSON for rows, XML or JSON for the description, whatever a client of today asks', async () => {
    const type = async (url: string, headers: Record<string, string> = {}) => {
      const { statusCode, headers: answered } = await ask(`${root}${url}`, headers)
      return [statusCode, String(answered['content-type']).split(';')[0]]
    }
    const excel =
      'application/json;odata.metadata=minimal;q=1.0, application/json;q=0.9, application/atomsvc+xml;q=0.8, application/atom+xml;q=0.8, application/xml;q=0.7, text/plain;q=0.7'
    expect(await type('', { accept: excel })).toEqual([200, 'application/json'])
    expect(await type('topics?$top=1', { accept: excel })).toEqual([200, 'application/json'])
    expect(await type('topics?$top=1', { accept: 'application/atom+xml' })).toEqual([406, 'application/json'])
    expect(await type('topics?$top=1&$format=json', { accept: 'application/atom+xml' })).toEqual([
      200,
      'application/json',
    ])
    expect(await type('$metadata')).toEqual([200, 'application/xml'])
    expect(await type('$metadata', { accept: 'application/xml' })).toEqual([200, 'application/xml'])
    expect(await type('$metadata', { accept: 'application/json' })).toEqual([200, 'application/json'])
    expect(await type('$metadata', { accept: excel })).toEqual([200, 'application/xml'])
    expect(await type('$metadata', { accept: 'application/atom+xml' })).toEqual([406, 'application/json'])
    for (const [version, expected] of [
      ['4.0', ['application/xml;charset=utf-8', '4.0']],
      ['4.01', ['application/json;charset=utf-8', '4.01']],
    ] as const) {
      const { headers } = await ask(`${root}$metadata`, { accept: 'application/json', 'odata-maxversion': version })
      expect([headers['content-type'], headers['odata-version']]).toEqual(expected)
    }
    expect(await type('$metadata?$format=json')).toEqual([200, 'application/json'])
    expect(await type('$metadata?$format=xml', { accept: 'application/json' })).toEqual([200, 'application/xml'])
    const bare = (await ask(`${root}topics?$top=1`, { accept: 'application/json;odata.metadata=none' })).json()
    expect(Object.keys(bare).filter((name) => name.startsWith('@odata.context'))).toEqual([])
    expect(codeOf(await ask(`${root}topics`, { 'odata-maxversion': '3.0' }))).toEqual([400, 'malformed'])
    expect((await ask(`${root}topics?$top=1`, { 'odata-maxversion': '4.0' })).statusCode).toBe(200)
  })

  test('large whole numbers and the count are texts for a client that asks for IEEE754Compatible', async () => {
    const given = { $orderby: 'objects desc', $count: 'true' }
    const numbers = await read('classifications', given)
    const answer = await ask(`${root}classifications?${options(given)}`, {
      accept: 'application/json;IEEE754Compatible=true',
    })
    expect(answer.headers['content-type']).toContain(';IEEE754Compatible=true')
    expect(answer.json()).toEqual({
      ...numbers,
      '@odata.count': String(numbers['@odata.count']),
      value: numbers.value.map((row) => ({ ...row, objects: String(row.objects) })),
    })
    expect(numbers.value).toContainEqual(expect.objectContaining({ objects: expect.any(Number) }))
  })

  test('the root lists the tables, with or without its last slash, at addresses that need no base', async () => {
    for (const url of [root, root.slice(0, -1)]) {
      const service = (await ask(url)).json()
      expect(service['@odata.context']).toMatch(/^http:\/\/.*\/\$metadata$/)
      for (const { url: table } of service.value) {
        expect((await ask(new URL(table).pathname)).statusCode, table).toBe(200)
      }
      expect(service.value).toHaveLength(6)
    }
  })

  test('H4: a filter that is too long for an address is refused at once', async () => {
    const answer = await ask(`${root}topics?$filter=${'('.repeat(100_000)}`)
    expect([400, 414, 431]).toContain(answer.statusCode)
  })
})
