// A thousand people added by a directory over SCIM, compared with a thousand added by an administrator over JSON:API: both by the product, over
// HTTP, alternately, each with profile, account and audit events.
import { randomUUID } from 'node:crypto'
import { toRequest } from '@lintel/contract/jsonapi/document'
import { customerUserProfiles } from '@lintel/contract/people/customer-user-profiles'
import { scimMediaType } from '@lintel/contract/people/scim'

import { loadLargeCustomer } from '../server/demo/large-customer'
import { hashSecret } from '../server/src/identity/random-secret'
import { openBenchDatabase } from './database'
import { bearerOf, createProductSandbox } from './product-sandbox'
import { report } from './report'

const people = 1_000
const warmUp = 100
/** SCIM creates at no less than half the rate of JSON:API: it may take at most twice as long. */
const target = 2
const domain = 'directory.example'
const token = `lintel_api_${'bench_of_the_directory'.padEnd(43, '_')}`

const database = await openBenchDatabase()
const size = { users: 2_000, projects: 100, memberships: 10_000, seed: 1 }
const { customer, administrator } = await loadLargeCustomer(database.db, size, Date.now(), () => undefined)
const now = new Date().toISOString()
const { id: user_id } = await database.db
  .selectFrom('app_user')
  .where('email', '=', administrator)
  .select('id')
  .executeTakeFirstOrThrow()
await database.db.insertInto('customer_api_user').values({ customer_id: customer, user_id }).execute()
await database.db
  .insertInto('customer_domain')
  .values({ id: randomUUID(), customer_id: customer, domain, state: 'verified', checked_at: now })
  .execute()
await database.db
  .insertInto('api_token')
  .values({
    ...{
      id: randomUUID(),
      customer_id: customer,
      user_id,
      scopes: ['scim'],
      secret_hash: hashSecret(token),
      created_at: now,
    },
    expires_at: new Date(Date.now() + 86_400_000).toISOString(),
  })
  .execute()
const sandbox = createProductSandbox({ DATABASE_URL: database.url })
const product = await sandbox.start()

async function measureRequest(url: string, headers: Record<string, string>, body: object): Promise<number> {
  const startedAt = performance.now()
  const response = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) })
  const text = await response.text()
  const ms = performance.now() - startedAt
  if (response.status !== 201) throw new Error(`${url} answered ${response.status}: ${text}`)
  return ms
}

try {
  await product.ready()
  const bearer = await bearerOf(product.origin, administrator)
  const nameOf = (at: number) => ({ firstName: `Given ${at}`, lastName: `Family ${at}`, title: 'Engineer' })

  const addByJsonApi = (at: number) =>
    measureRequest(
      product.origin + customerUserProfiles.path,
      { ...bearer, 'content-type': 'application/vnd.api+json' },
      toRequest(customerUserProfiles, { customer, newUserEmail: `by-json-api-${at}@${domain}`, ...nameOf(at) }),
    )
  const addByScim = (at: number) => {
    const { firstName, lastName, title } = nameOf(at)
    return measureRequest(
      `${product.origin}/scim/${customer}/v2/Users`,
      { authorization: `Bearer ${token}`, 'content-type': scimMediaType },
      {
        schemas: ['urn:ietf:params:scim:schemas:core:2.0:User'],
        userName: `by-scim-${at}@${domain}`,
        externalId: `external-${at}`,
        name: { givenName: firstName, familyName: lastName },
        title,
        active: true,
      },
    )
  }
  let [scim, jsonApi] = [0, 0]
  for (let at = 0; at < people + warmUp; at++) {
    // Each one starts equally often, so that other load on the machine affects both.
    const first = at % 2 === 0 ? await addByScim(at) : undefined
    const other = await addByJsonApi(at)
    const own = first ?? (await addByScim(at))
    if (at < warmUp) continue
    scim += own
    jsonApi += other
  }
  const [scimMs, jsonApiMs] = [scim / people, jsonApi / people]
  const ratio = scimMs / jsonApiMs
  const operation = 'a user created over SCIM, of a thousand, against the JSON:API create: at least half its rate'
  report([
    { id: 'scim-create', operation, unit: 'ms', ours: scimMs, limit: jsonApiMs, ratio, target, met: ratio <= target },
  ])
} finally {
  await product.end('SIGTERM')
  sandbox.remove()
  await database.close()
}
