// Lists in each of their sort orders, for customers with a thousand, ten thousand and a hundred thousand people and projects.
import type { ListQuery } from '@lintel/contract/jsonapi/query'
import type { Person } from '@lintel/contract/people/permissions'
import pg from 'pg'
import { loadLargeCustomer } from '../server/demo/large-customer'
import * as profiles from '../server/src/people/customer-user-profiles/customer-user-profiles.store'
import * as members from '../server/src/people/members/members.store'
import * as users from '../server/src/people/users/users.store'
import type { ListPage } from '../server/src/platform/paging'
import { countPeople } from '../server/src/projects/project-stats/project-people.store'
import * as projectStats from '../server/src/projects/project-stats/project-stats.store'
import * as projects from '../server/src/projects/projects/projects.store'
import { openBenchDatabase } from './database'
import { type BenchRow, report } from './report'
import { type Cost, costOf, growthRows, medianMs } from './statement-cost'
import { loadAdministrator, openStatementRecorder } from './statement-recorder'

const sizes = [
  { name: '1x', users: 1_000, projects: 1_000, memberships: 10_000, seed: 1 },
  { name: '10x', users: 10_000, projects: 10_000, memberships: 100_000, seed: 2 },
  { name: '100x', users: 100_000, projects: 100_000, memberships: 1_000_000, seed: 3 },
] as const
const repetitions = 50
const publicUrl = 'http://localhost:8080'

const database = await openBenchDatabase({ durable: false })
const client = new pg.Client({ connectionString: database.url })
await client.connect()
const statements = openStatementRecorder(database.url)
const { db } = statements

type Page = ListQuery['page']
type Run = (actor: Person, customer: string, page: Page) => Promise<ListPage<unknown>>

const rest = { include: [], fields: {} }
const by = (field: string, descending = false) => [{ field, descending }]

/** Lists that grow with the customer; the cost of a page must not. (For a small list the planner may read all rows.) */
const pages: Record<string, { operation: string; run: Run }> = {
  projects: {
    operation: 'page of the projects of an administrator, by name',
    run: (actor, _, page) => projects.listVisible(db, actor, publicUrl, { filters: {}, sort: [], page, ...rest }),
  },
  'projects-new': {
    operation: 'page of the projects of an administrator, the newest first',
    run: (actor, _, page) =>
      projects.listVisible(db, actor, publicUrl, { filters: {}, sort: by('createdAt', true), page, ...rest }),
  },
  'projects-number': {
    operation: "page of a customer's projects, by number",
    run: (actor, customer, page) =>
      projects.listVisible(db, actor, publicUrl, { filters: { customer }, sort: by('externalId'), page, ...rest }),
  },
  'project-stats': {
    operation: "page of the figures of a customer's projects, by name",
    run: (actor, customer, page) =>
      projectStats.listVisible(db, actor, { filters: { customer }, sort: [], page, ...rest }),
  },
  'project-stats-people': {
    operation: "page of the figures of a customer's projects, by their number of people",
    run: (actor, customer, page) =>
      projectStats.listVisible(db, actor, { filters: { customer }, sort: by('numUsers', true), page, ...rest }),
  },
  members: {
    operation: "page of a customer's memberships, with its administrators in every project",
    run: (actor, customer, page) =>
      members.listVisible(db, actor, { filters: { customer }, sort: [], page, ...rest }, true),
  },
  'members-of-nothing': {
    operation: 'page of the memberships of an administrator who names nothing',
    run: (actor, _, page) => members.listVisible(db, actor, { filters: {}, sort: [], page, ...rest }, true),
  },
  'users-new': {
    operation: 'page of the people of a customer, the newest first',
    run: (actor, customerId, page) =>
      users.listVisible(db, actor, { filters: { customerId }, sort: by('createdAt', true), page, ...rest }),
  },
  profiles: {
    operation: 'page of what a customer knows of its people, by last name',
    run: (actor, customer, page) => profiles.listVisible(db, actor, { filters: { customer }, sort: [], page, ...rest }),
  },
}

const costs = new Map<string, Cost[]>()
const costsOf = (id: string): Cost[] => costs.get(id) ?? []
const addCost = (id: string, name: string, cost: Cost) => {
  costs.set(id, [...costsOf(id), cost])
  process.stdout.write(`  ${name} ${id}: ${cost.milliseconds.toFixed(3)} ms, ${cost.blocks} blocks, ${cost.plan}\n`)
}

try {
  for (const { name, ...size } of sizes) {
    const { customer, administrator } = await loadLargeCustomer(database.db, size, Date.now(), () => undefined)
    // The running product does this by itself within a minute.
    while (await countPeople(db));
    await client.query('vacuum analyze project_people, project_people_changed')
    const actor = await loadAdministrator(db, administrator, customer)
    for (const [id, { run }] of Object.entries(pages)) {
      const first = await statements.record(() => run(actor, customer, { size: 50 }))
      const later = await statements.record(() => run(actor, customer, { size: 50, after: first.result.next ?? '' }))
      const [page] = later.sent
      const [, count] = first.sent
      if (!page || !count) throw new Error(`${id} is shorter than a page`)
      addCost(id, name, await costOf(client, page, repetitions))
      const milliseconds = await medianMs(5, () => client.query(count.sql, count.parameters))
      addCost(`${id}-total`, name, { plan: '', blocks: 0, milliseconds: milliseconds / first.result.total })
    }
  }
  report([
    ...Object.entries(pages).flatMap(([id, { operation }]) =>
      growthRows({ id: `orders-${id}`, operation, costs: costsOf(id) }),
    ),
    ...Object.entries(pages).map(([id, { operation }]) => eachRow(`${id}-total`, `total beside the ${operation}`)),
  ])
} finally {
  await statements.close()
  await client.end()
  await database.close()
}

/** Cost per row where there are a hundred times as many. */
function eachRow(id: string, operation: string): BenchRow {
  const [one, , hundred] = costsOf(id)
  if (!one || !hundred) throw new Error('Not every size was measured')
  const ratio = hundred.milliseconds / one.milliseconds
  const figures = { ours: hundred.milliseconds * 1_000, limit: one.milliseconds * 1_000, ratio }
  return {
    id: `orders-${id}`,
    operation: `${operation}, for each: at 100x, against 1x`,
    unit: 'µs',
    ...figures,
    target: 2,
    met: ratio <= 2,
  }
}
