import { type FeedColumn, feedTables } from '@lintel/contract/exchange/feed-tables'
import { mText, powerQueryText, refreshSnippet } from '@lintel/contract/exchange/power-query'
import { exportUsersJson } from '@lintel/contract/exchange/users-export'
import { createFeedToken } from '@lintel/contract/identity/feed-tokens'
import { refresh } from '@lintel/contract/identity/login'
import { projects } from '@lintel/contract/projects/projects'
import { uuidv7 } from 'uuidv7'
import { describe, expect, test } from 'vitest'
import { demoPassword } from '../../demo/credentials'
import { customerId } from '../../demo/customers'
import { projectId } from '../../demo/projects'
import { type MFunction, type MValue, MWebAnswer, mapInSequence, parseM, runM } from '../../test/run-m'
import { world } from '../../test/world'
import { startProjectJob } from '../projects/project-life/start-project'

const many = { calls: 1_000_000, seconds: 60 }
const { app, as, clock, db, platform } = await world({ rates: { general: many, signIn: many } })
const nordbygg = customerId('nordbygg')
const reports = 'reports@nordbygg.example'
const origin = 'https://app.example.com'
const login = await app.inject({
  method: 'POST',
  url: '/mgw/api/v2/login',
  payload: { username: reports, password: demoPassword },
})
const { accessToken, refreshToken } = login.json<{ accessToken: string; refreshToken: string }>()
const terms = { origin, customer: nordbygg, customerName: 'Nordbygg', accessToken, refreshToken }

type Row = Record<string, MValue>
const rowOf = (value: MValue | undefined): Row => {
  if (typeof value !== 'object' || value === null || Array.isArray(value) || value instanceof MWebAnswer)
    throw new TypeError('It is no record')
  return value
}
const listOf = (value: MValue | undefined): MValue[] => {
  if (!Array.isArray(value)) throw new TypeError('It is no list')
  return value
}
const functionOf = (value: MValue | undefined): MFunction => {
  if (typeof value !== 'function') throw new TypeError('It is no function')
  return value
}

/** Whether a JSON value converts to this M type. */
const becomes: Record<string, (value: MValue) => boolean> = {
  'type text': (value) => typeof value === 'string',
  'Int64.Type': Number.isSafeInteger,
  'type logical': (value) => typeof value === 'boolean',
  'type datetimezone': (value) => typeof value === 'string' && /T.*Z$/.test(value) && !Number.isNaN(Date.parse(value)),
  'type date': (value) => typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value),
  'type any': () => true,
}

/** Requests to the server, bodies posted for an id token, and delays between requests. */
interface RequestLog {
  asked: string[]
  refreshed: unknown[]
  waited: number[]
}

/** The M functions that the query uses, as documented by Microsoft; requests go to the application. */
function library(log: RequestLog): Record<string, MValue> {
  return {
    'Web.Contents': async (base, given) => {
      const { RelativePath, Query = {}, Headers = {}, Content = null } = rowOf(given)
      if (base !== origin) throw new Error('There is one base')
      const url = new URL(`${origin}/${RelativePath}`)
      for (const [name, value] of Object.entries(rowOf(Query))) url.searchParams.set(name, String(value))
      const path = url.href.slice(origin.length)
      const method = Content === null ? 'GET' : 'POST'
      log.asked.push(`${method} ${url.pathname}`)
      if (url.pathname === refresh.path) log.refreshed.push(JSON.parse(String(Content)))
      const headers = rowOf(Headers) as Record<string, string>
      const answer = await app.inject({
        method,
        url: path,
        headers,
        ...(Content !== null && { payload: String(Content) }),
      })
      if (answer.statusCode >= 300) throw new Error(`${method} ${path} answered ${answer.statusCode}: ${answer.body}`)
      return new MWebAnswer(answer.body)
    },
    'Json.Document': async (answer) => (answer instanceof MWebAnswer ? JSON.parse(answer.text) : null),
    'Json.FromValue': async (value) => JSON.stringify(value),
    'List.Transform': async (list, change) => mapInSequence(listOf(list), functionOf(change)),
    'List.Combine': async (lists) => listOf(lists).flatMap(listOf),
    'List.Select': async (list, wanted) => {
      const kept = await mapInSequence(listOf(list), functionOf(wanted))
      return listOf(list).filter((_, at) => kept[at] === true)
    },
    'List.Generate': async (first, goesOn, next) => {
      const found: MValue[] = []
      let one = await functionOf(first)()
      while ((await functionOf(goesOn)(one)) === true) {
        found.push(one)
        one = await functionOf(next)(one)
      }
      return found
    },
    'Record.Combine': async (records) => Object.assign({}, ...listOf(records).map(rowOf)),
    'Record.Field': async (record, name) => {
      const value = rowOf(record)[String(name)]
      if (value === undefined) throw new RangeError(`There is no field ${name}`)
      return value
    },
    'Record.FieldOrDefault': async (record, name, otherwise) => rowOf(record)[String(name)] ?? otherwise ?? null,
    'Uri.Parts': async (text) => ({ Query: Object.fromEntries(new URL(String(text)).searchParams) }),
    'MissingField.UseNull': 1,
    '#duration': async (days, hours, minutes, seconds) =>
      ((Number(days) * 24 + Number(hours)) * 60 + Number(minutes)) * 60 + Number(seconds),
    // A name that is first evaluated within a difference has the later time: the difference is negative.
    'DateTimeZone.UtcNow': async () => {
      clock.advance(1)
      return clock.now() / 1_000
    },
    'Duration.TotalSeconds': async (seconds) => seconds ?? null,
    'Number.IntegerDivide': async (number, divisor) => Math.floor(Number(number) / Number(divisor)),
    'Function.InvokeAfter': async (run, seconds) => {
      log.waited.push(Number(seconds))
      clock.advance(Number(seconds) * 1_000)
      await startPendingProjects()
      return functionOf(run)()
    },
    'Int64.Type': 'Int64.Type',
    'Table.FromRecords': async (rows, columns) =>
      listOf(rows).map((row) =>
        Object.fromEntries(listOf(columns).map((name) => [String(name), rowOf(row)[String(name)] ?? null])),
      ),
    'Table.TransformColumnTypes': async (rows, types) => {
      for (const pair of listOf(types)) {
        const [name, type] = listOf(pair).map(String)
        for (const row of listOf(rows)) {
          const value = rowOf(row)[name ?? ''] ?? null
          if (value !== null && !becomes[type ?? '']?.(value))
            throw new TypeError(`${name}: ${JSON.stringify(value)} is no ${type}`)
        }
      }
      return rows ?? []
    },
  }
}

/** The ids in a table over OData, sorted. */
async function idsOverOData(owner: string, secret: string, table: 'topics' | 'checklists'): Promise<string[]> {
  const ids: string[] = []
  const authorization = `Basic ${Buffer.from(`${owner}:${secret}`).toString('base64')}`
  let url: string | undefined = `/odata/${nordbygg}/${table}?$select=id`
  while (url !== undefined) {
    const answer = await app.inject({ method: 'GET', url, headers: { authorization } })
    expect(answer.statusCode, answer.body).toBe(200)
    const page: { value: { id: string }[]; '@odata.nextLink'?: string } = answer.json()
    ids.push(...page.value.map(({ id }) => id))
    url = page['@odata.nextLink']?.replace(/^https?:\/\/[^/]+/, '')
  }
  return ids.toSorted()
}

/** Simulates the server's background workers. */
async function startPendingProjects() {
  const starting = await db
    .selectFrom('project')
    .select(['id', 'customer_id as customer'])
    .where('status', '=', 'Starting')
    .execute()
  for (const { id, customer } of starting) {
    const job = { id: uuidv7(), attempt: 1, customer }
    await startProjectJob.run({ platform, payload: { project: id }, job, signal: new AbortController().signal })
  }
}

const nasty = `He said "no" #(lf) #(x), ä → 'é'\r\n\tend)] in null // "`

describe('the text for Power Query', () => {
  test.each([
    terms,
    { ...terms, customerName: nasty },
    { ...terms, origin: 'https://bau-„ö“.example', customerName: '' },
  ])('is M that Microsoft’s parser reads, whoever the customer is', async (given) => {
    await expect(parseM(powerQueryText(given))).resolves.toMatchObject({ kind: 'LetExpression' })
    await expect(parseM(refreshSnippet(given))).resolves.toMatchObject({ kind: 'LetExpression' })
    await expect(parseM(powerQueryText(given).replace(/\bin\n/, 'in in\n'))).rejects.toThrow()
  })

  test('writes texts so that they mean what they say', async () => {
    for (const text of [nasty, '#(', '#(#)(', '""', '', '\\"']) expect(await runM(mText(text), {})).toBe(text)
  })

  test('names its base literally in each request, which the service that refreshes reports asks for', () => {
    const bases = [...powerQueryText(terms).matchAll(/Web\.Contents\((.{27})/g)].map(([, base]) => base)
    expect(bases.length).toBeGreaterThan(2)
    expect(new Set(bases)).toEqual(new Set([`"${origin}", `]))
  })

  test('D10: loads every table with the columns and types that it promises, and starts what is stopped', async () => {
    const log: RequestLog = { asked: [], refreshed: [], waited: [] }
    const listed = await as(reports).list(projects, { filter: { customer: nordbygg }, page: { size: 200 } })
    const stopped = listed.filter(
      ({ status, isHibernated, isInactive }) => status !== 'Running' && !isHibernated && !isInactive,
    )
    expect(stopped.length).toBeGreaterThan(0)
    const tables = rowOf(await runM(powerQueryText(terms), library(log)))
    expect(Object.keys(tables)).toEqual(Object.keys(feedTables))
    for (const [name, { columns }] of Object.entries(feedTables)) {
      const rows = listOf(tables[name]).map(rowOf)
      expect(rows.length, name).toBeGreaterThan(3)
      for (const [column, { isNullable }] of Object.entries<FeedColumn>(columns)) {
        const empty = rows.filter((row) => row[column] === null || row[column] === undefined)
        if (!isNullable) expect([name, column, empty.length]).toEqual([name, column, 0])
      }
    }
    expect(listOf(tables.projects)).toHaveLength(listed.length)
    const users = await as(reports).call(exportUsersJson, { query: { customer: nordbygg } })
    expect(listOf(tables.users).map((row) => rowOf(row).email)).toEqual(users.data.map(({ email }) => email))
    const starts = log.asked.filter((asked) => asked.endsWith('/_starttrigger'))
    const started = stopped.map(({ id }) => `POST /mgw/api/v1/projects/${id}/_starttrigger`)
    // Starts are counted per table (topics and checklists): other starts do not matter.
    expect(starts.sort()).toEqual([...started, ...started].sort())
    expect(log.waited).toEqual(starts.map(() => 2))
    expect(log.asked.filter((asked) => asked === 'POST /auth/v1/refresh')).toHaveLength(1)
  })

  test('D10: reads hibernated projects without a start, for those who administer them, like the tables over OData', async () => {
    const { project } = await db
      .selectFrom('topic')
      .innerJoin('checklist', 'checklist.project_id', 'topic.project_id')
      .innerJoin('project', 'project.id', 'topic.project_id')
      .where('project.customer_id', '=', nordbygg)
      .where('project.status', '=', 'Running')
      .select('topic.project_id as project')
      .limit(1)
      .executeTakeFirstOrThrow()
    await db
      .updateTable('project')
      .set({ is_hibernated: true, hibernated_at: new Date().toISOString(), status: 'Stopped' })
      .where('id', '=', project)
      .execute()
    const administrator = await as('anna', { rememberMe: true }).call(createFeedToken, { body: { customer: nordbygg } })
    for (const [owner, feed, isRead] of [
      ['anna@nordbygg.example', administrator, true],
      [reports, terms, false],
    ] as const) {
      const log: RequestLog = { asked: [], refreshed: [], waited: [] }
      const tables = rowOf(await runM(powerQueryText({ ...terms, ...feed }), library(log)))
      expect(log.asked.filter((asked) => asked.includes(`${project}/_starttrigger`))).toEqual([])
      for (const table of ['topics', 'checklists'] as const) {
        const rows = listOf(tables[table]).map(rowOf)
        expect(
          rows.some((row) => row.project === project),
          table,
        ).toBe(isRead)
        expect(rows.map(({ id }) => id).toSorted(), table).toEqual(await idsOverOData(owner, feed.refreshToken, table))
      }
    }
    await db
      .updateTable('project')
      .set({ is_hibernated: false, hibernated_at: null })
      .where('id', '=', project)
      .execute()
  })

  test('D10: gets a new id token before the first one has ended, and nothing once the feed token is revoked', async () => {
    const log: RequestLog = { asked: [], refreshed: [], waited: [] }
    const stopped = [projectId('NB-2015'), projectId('NB-2029')]
    await db.updateTable('project').set({ status: 'Stopped' }).where('id', 'in', stopped).execute()
    const functions = library(log)
    const contents = functionOf(functions['Web.Contents'])
    const late: MFunction = async (...values) => {
      const answer = await contents(...values)
      if (log.asked.length === 2) clock.advance(25 * 60_000)
      return answer
    }
    await runM(powerQueryText(terms), { ...functions, 'Web.Contents': late })
    // The two seconds of the starts are less than the lifetime of the second one.
    expect(log.asked.filter((asked) => asked === 'POST /auth/v1/refresh')).toHaveLength(2)
    for (const id of stopped) expect(log.asked).toContain(`POST /mgw/api/v1/projects/${id}/_starttrigger`)
    expect(await runM(refreshSnippet(terms), functions)).toMatch(/^ey/)
    // The feed token, and the bearer token issued with it, which has expired by now.
    expect(log.refreshed).toEqual(log.refreshed.map(() => ({ refreshToken, token: accessToken })))
    await db.updateTable('feed_token').set({ ended_at: new Date().toISOString(), end_reason: 'revoked' }).execute()
    await expect(runM(refreshSnippet(terms), functions)).rejects.toThrow('sessionExpired')
    await expect(runM(powerQueryText(terms), functions)).rejects.toThrow('sessionExpired')
  })
})
