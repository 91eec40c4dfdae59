// Drift of 500 projects from the template they were created from: the list read over HTTP, compared with the minimum comparison in the database,
// without a server. And one entry added to a template of 4,900, compared with one added to one of ten.
import { randomUUID } from 'node:crypto'
import { toRequest } from '@lintel/contract/jsonapi/document'
import { changeSets } from '@lintel/contract/people/change-sets'
import { madeProjects } from '@lintel/contract/projects/made-projects'
import pg from 'pg'

import { loadLargeCustomer } from '../server/demo/large-customer'
import { openBenchDatabase } from './database'
import { bearerOf, createProductSandbox } from './product-sandbox'
import { report } from './report'
import { median } from './statistics'

const rounds = 25
const warmUp = 5
const projects = 500
const copies = 60

const database = await openBenchDatabase()
const size = { users: 2_000, projects: 600, memberships: 6_000, seed: 1 }
const { customer, administrator } = await loadLargeCustomer(database.db, size, Date.now(), () => undefined)
const sandbox = createProductSandbox({ DATABASE_URL: database.url })
const product = await sandbox.start()
await product.ready()
const headers = { ...(await bearerOf(product.origin, administrator)), 'content-type': 'application/vnd.api+json' }
const pool = new pg.Pool({ connectionString: database.url, max: 2 })

/** Adds a template with this number of entries of the library. */
async function addTemplate(name: string, library: string, entries: number): Promise<string> {
  const id = randomUUID()
  await pool.query('insert into project_template (id, customer_id, name, version) values ($1, $2, $3, 2)', [
    id,
    customer,
    name,
  ])
  await pool.query(
    `insert into template_entry (template_id, source_project_id, key, value)
      select $1, $2, 'checklistId', 'entry ' || at from generate_series(1, $3) as at`,
    [id, library, entries],
  )
  return id
}

/** Adds 500 projects with copies of a library's checklists, some of them changed. */
async function addDrift(template: string, library: string): Promise<void> {
  await pool.query('update project set is_library = true where id = $1', [library])
  await pool.query(
    `insert into template_application (project_id, customer_id, template_id, template_version, entries)
      select id, customer_id, $1, 1, '[]' from project where customer_id = $2 and id <> $3 order by id limit $4`,
    [template, customer, library, projects],
  )
  await pool.query(
    `insert into checklist (id, customer_id, project_id, name, applies_to, items)
      select gen_random_uuid(), $1, $2, 'Checklist ' || at, 'space', '[{"title":"Clean","type":"tick"}]'
      from generate_series(1, $3) as at`,
    [customer, library, copies],
  )
  await pool.query(
    `with made as (
      insert into checklist (id, customer_id, project_id, name, applies_to, items)
      select gen_random_uuid(), source.customer_id, application.project_id, source.name, source.applies_to, source.items
      from template_application as application cross join checklist as source
      where application.template_id = $1 and source.project_id = $2
      returning id, project_id, name, content_hash
    )
    insert into copied_resource (project_id, entity_type, resource_id, template_id, source_project_id, source_id, source_version,
      source_hash, copy_hash)
    select made.project_id, 'checklists', made.id, $1, $2, source.id, 1, source.content_hash, made.content_hash
    from made join checklist as source on source.project_id = $2 and source.name = made.name`,
    [template, library],
  )
  await pool.query(`update checklist set is_repeatable = true where project_id = $1 and name like '%7'`, [library])
  await pool.query(
    `update checklist set is_repeatable = true where name like '%3' and project_id in (
      select project_id from template_application where template_id = $1)`,
    [template],
  )
  await pool.query('analyze')
}

async function byProduct(template: string): Promise<number> {
  const startedAt = performance.now()
  const query = new URLSearchParams({ 'filter[template]': template, 'page[size]': String(projects) })
  const response = await fetch(`${product.origin}${madeProjects.path}?${query}`, { headers })
  const { data } = (await response.json()) as { data: { attributes: { changedInLibrary: number } }[] }
  if (data.length !== projects || !data[0]?.attributes.changedInLibrary)
    throw new Error('That is not how far they have drifted')
  return performance.now() - startedAt
}

async function bare(template: string): Promise<number> {
  const startedAt = performance.now()
  await pool.query(
    `select application.*, project.name from template_application as application
      join project on project.id = application.project_id
      where application.template_id = $1 order by made_at desc, project_id desc limit $2`,
    [template, projects],
  )
  await pool.query(
    `select known.project_id, count(*) filter (where copy.content_hash <> known.copy_hash),
        count(*) filter (where source.content_hash <> known.source_hash)
      from copied_resource as known
      left join project_content as copy on copy.id = known.resource_id
      left join project_content as source on source.id = known.source_id
      where known.template_id = $1 group by known.project_id`,
    [template],
  )
  return performance.now() - startedAt
}

async function addEntry(template: string, library: string, value: string): Promise<number> {
  const entry = { sourceProjectId: library, key: 'checklistId' as const, value }
  const input = { template, add: [entry] }
  const document = toRequest(changeSets, { kind: 'template-entries', customer, input, apply: 'whenClean' })
  const startedAt = performance.now()
  const response = await fetch(product.origin + changeSets.path, {
    method: 'POST',
    headers,
    body: JSON.stringify(document),
  })
  if (!(await response.text()).includes('"state":"applied"')) throw new Error('It was not applied')
  return performance.now() - startedAt
}

try {
  const { rows } = await pool.query<{ id: string }>(
    'select id from project where customer_id = $1 order by id desc limit 1',
    [customer],
  )
  const library = rows[0]?.id
  if (library === undefined) throw new Error('There is no project')
  const template = await addTemplate('Drifting', library, 50)
  await addDrift(template, library)
  const [large, small] = [await addTemplate('Large', library, 4_900), await addTemplate('Small', library, 10)]
  const [ours, limits, largeTimes, smallTimes]: [number[], number[], number[], number[]] = [[], [], [], []]
  for (let round = 0; round < rounds + warmUp; round++) {
    const oursMs = [await byProduct(template), await bare(template)] as const
    const added = [
      await addEntry(large, library, `new ${round}`),
      await addEntry(small, library, `new ${round}`),
    ] as const
    if (round < warmUp) continue
    ours.push(oursMs[0])
    limits.push(oursMs[1])
    largeTimes.push(added[0])
    smallTimes.push(added[1])
  }
  const row = (id: string, operation: string, of: readonly number[], against: readonly number[], target: number) => {
    const [oursMs, bareMs] = [median(of), median(against)]
    return {
      id,
      operation,
      unit: 'ms',
      ours: oursMs,
      limit: bareMs,
      ratio: oursMs / bareMs,
      target,
      met: oursMs / bareMs <= target,
    }
  }
  report([
    row(
      'template-drift',
      'drift of one template against 500 projects, over HTTP, against the bare SQL',
      ours,
      limits,
      3,
    ),
    row('template-entry', 'an entry added to a template of 4,900, against one of ten', largeTimes, smallTimes, 1.3),
  ])
} finally {
  await pool.end()
  await product.end('SIGTERM')
  sandbox.remove()
  await database.close()
}
