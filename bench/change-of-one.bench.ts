// One cell changed manually: a change set of one, planned, applied and audited by one request to the product, compared with a bare server that runs
// the UPDATE and the INSERT of an audit event in one transaction. Both over HTTP, alternately.
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { toRequest } from '@lintel/contract/jsonapi/document'
import { changeSets } from '@lintel/contract/people/change-sets'
import pg from 'pg'
import { loadLargeCustomer } from '../server/demo/large-customer'
import { openBenchDatabase } from './database'
import { bearerOf, createProductSandbox } from './product-sandbox'
import { report } from './report'
import { median } from './statistics'

const rounds = 300
const warmUp = 50
const target = 3

const database = await openBenchDatabase()
const size = { users: 10_000, projects: 1_000, memberships: 100_000, seed: 1 }
const { customer, administrator } = await loadLargeCustomer(database.db, size, Date.now(), () => undefined)
const sandbox = createProductSandbox({ DATABASE_URL: database.url })
const product = await sandbox.start()
await product.ready()
const bearer = await bearerOf(product.origin, administrator)
const pool = new pg.Pool({ connectionString: database.url, max: 10 })

interface Cell {
  user: string
  userId: string
  project: string
}

/** Editable cells: one per round for each server. */
async function chooseCells(): Promise<Cell[]> {
  const { rows } = await pool.query<Cell>(
    `select person.email as user, person.id as "userId", member.project_id as project
      from project_member as member join app_user as person on person.id = member.user_id
      where member.customer_id = $1 and member.privilege_level = 10 and person.role is null and not person.guest
        and not exists (select from customer_admin as office where office.user_id = person.id)
      order by md5(member.user_id::text || member.project_id::text) limit $2`,
    [customer, 2 * rounds],
  )
  if (rows.length < 2 * rounds) throw new Error('There are too few memberships')
  return rows
}

/** The minimum work of the database, behind a minimal server. */
const bareServer = createServer(async (request, response) => {
  let body = ''
  for await (const chunk of request) body += chunk
  const { userId, project, level } = JSON.parse(body) as { userId: string; project: string; level: number }
  const client = await pool.connect()
  try {
    await client.query('begin')
    await client.query(
      `update project_member set privilege_level = $1, version = version + 1, updated_at = now()
        where project_id = $2 and user_id = $3`,
      [level, project, userId],
    )
    await client.query(
      `insert into audit_event (tenant_id, sequence, id, occurred_at, action, result, target_type, target_id, before, after, hash)
        select $1, (select coalesce(max(sequence), 0) + 1 from audit_event where tenant_id = $1), gen_random_uuid(), now(),
          'project-members.update', 'success', 'project-members', $2, '{"privilegeLevel": 10}',
          jsonb_build_object('privilegeLevel', $3::int), '\\x'`,
      // A separate tenant, so that the product's hash chain is not affected.
      ['00000000-0000-0000-0000-00000000be9c', `${project}.${userId}`, level],
    )
    await client.query('commit')
    response.end('{}')
  } finally {
    client.release()
  }
})
bareServer.listen(0, '127.0.0.1')
await once(bareServer, 'listening')
const bareOrigin = `http://127.0.0.1:${(bareServer.address() as AddressInfo).port}`

async function measureRequest(
  url: string,
  headers: Record<string, string>,
  body: string,
): Promise<{ ms: number; text: string }> {
  const startedAt = performance.now()
  const answer = await fetch(url, { method: 'POST', headers, body })
  const text = await answer.text()
  const ms = performance.now() - startedAt
  if (!answer.ok) throw new Error(`${url} answered ${answer.status}: ${text}`)
  return { ms, text }
}

async function changeByProduct({ user, project }: Cell): Promise<number> {
  const input = { cells: [{ user, project, level: 15, expected: 10 }] }
  const document = toRequest(changeSets, { kind: 'roles', customer, input, apply: 'whenClean' })
  const headers = { ...bearer, 'content-type': 'application/vnd.api+json' }
  const { ms, text } = await measureRequest(product.origin + changeSets.path, headers, JSON.stringify(document))
  if (!text.includes('"state":"applied"')) throw new Error(`It was not applied: ${text}`)
  return ms
}

const changeByBare = async (cell: Cell): Promise<number> =>
  (await measureRequest(bareOrigin, {}, JSON.stringify({ ...cell, level: 15 }))).ms

try {
  const cells = await chooseCells()
  const ours: number[] = []
  const limits: number[] = []
  for (let round = 0; round < rounds; round++) {
    const [first, second] = [cells[2 * round], cells[2 * round + 1]]
    if (!first || !second) throw new Error('There are too few memberships')
    // Each one starts equally often, so that other load on the machine affects both.
    const oursMs = round % 2 === 0 ? await changeByProduct(first) : undefined
    const limit = await changeByBare(second)
    const ms = oursMs ?? (await changeByProduct(first))
    if (round < warmUp) continue
    ours.push(ms)
    limits.push(limit)
  }
  const [oursMs, bareMs] = [median(ours), median(limits)]
  const ratio = oursMs / bareMs
  const operation = 'a cell changed by hand: change set of one, in one request, against bare UPDATE and INSERT'
  report([
    { id: 'change-of-one', operation, unit: 'ms', ours: oursMs, limit: bareMs, ratio, target, met: ratio <= target },
  ])
} finally {
  bareServer.close()
  await pool.end()
  await product.end('SIGTERM')
  sandbox.remove()
  await database.close()
}
