// A page of a hundred memberships out of a hundred thousand, against bare `node:http` and `pg` with the same statement.
import { listAddress } from '@lintel/contract/jsonapi/query'
import { projectMembers } from '@lintel/contract/people/members'
import { sql } from 'kysely'
import { loadLargeCustomer } from '../server/demo/large-customer'
import { compareWithBare } from './compare-with-bare'
import { openBenchDatabase } from './database'
import { memberPage } from './member-page'
import { bearerOf, createProductSandbox } from './product-sandbox'
import { report } from './report'
import type { Statement } from './statement-cost'

const database = await openBenchDatabase()
const size = { users: 10_000, projects: 1_000, memberships: 100_000, seed: 1 }
const { customer, administrator } = await loadLargeCustomer(database.db, size, Date.now(), () => undefined)
const sandbox = createProductSandbox({ DATABASE_URL: database.url })
const product = await sandbox.start()
await product.ready()
/** Several administrators of the customer: results for one may be cached for the others only if they are the same for all. */
const bearers = await Promise.all((await addAdministrators(3)).map((email) => bearerOf(product.origin, email)))

/** The administrator and `more` others with the same password. */
async function addAdministrators(more: number): Promise<string[]> {
  const { rows } = await sql<{ email: string }>`
    with chosen as (
      select person.id, person.email from app_user as person
      where person.home_customer_id = ${customer} and person.role is null and not person.guest and person.email <> ${administrator}
        and not exists (select from password_credential where user_id = person.id)
      order by person.email limit ${more}
    ), appointed as (
      insert into customer_admin (customer_id, user_id) select ${customer}, id from chosen
    ), known as (
      insert into password_credential (user_id, hash, reset_needed, changed_at)
      select chosen.id, own.hash, own.reset_needed, own.changed_at from chosen, password_credential as own
      join app_user as person on person.id = own.user_id and person.email = ${administrator}
    )
    select email from chosen`.execute(database.db)
  if (rows.length < more) throw new Error('There are too few people')
  return [administrator, ...rows.map(({ email }) => email)]
}

/** A page of the list compared with the bare server's response with the same content. */
const compare = (id: string, operation: string, url: string, statement: Statement) =>
  compareWithBare({ id, operation, database: database.url, statement, request: { url, bearers }, target: 0.6 })

try {
  const first = await memberPage(database.url, administrator, { customer })
  // In the middle of the list: the cost must not depend on the position.
  const later = await memberPage(database.url, administrator, { customer, pagesBefore: 500 })
  const filter = { customer }
  const address = (page: { size: number; after?: string }) =>
    product.origin + listAddress(projectMembers, { filter, page })
  report([
    ...(await compare(
      'list',
      'page of 100 of 100,000 memberships with person, organization and rights, asked by four people',
      address({ size: 100, ...(later.at !== undefined && { after: later.at }) }),
      later,
    )),
    ...(await compare('list-first', 'the same, first page, with the total', address({ size: 100 }), first)),
  ])
} finally {
  await product.end('SIGTERM')
  sandbox.remove()
  await database.close()
}
