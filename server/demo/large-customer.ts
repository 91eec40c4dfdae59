import { anonymous } from '@lintel/contract/people/permissions'
import { sql } from 'kysely'
import { appendAudit } from '../src/platform/audit/audit'
import { instantOf } from '../src/platform/clock'
import type { Database, Transaction } from '../src/platform/database'
import { StartRefused } from '../src/platform/start-refused'
import { hashDemoPassword } from './credentials'
import { addLargeContent } from './large-content'
import { mailbox, names } from './names'
import { randomOf } from './random'
import { type LargeCustomer, type Team, teamsOf } from './teams'

/** The loaded customer. */
export interface LoadedCustomer {
  customer: string
  administrator: string
  counts: { users: number; projects: number; memberships: number }
}

type Report = (sentence: string) => void

/** Memberships per INSERT statement: large enough to be fast, small enough to report progress. */
const membershipBatchSize = 250_000

/**
 * Creates a customer of any size by a few bulk statements in one transaction. The same size and seed give the same
 * rows, except for times, which are relative to `now` (milliseconds).
 * @throws StartRefused when the sizes do not fit together, or the customer of this seed already exists
 */
export async function loadLargeCustomer(
  db: Database,
  size: LargeCustomer,
  now: number,
  report: Report,
): Promise<LoadedCustomer> {
  const { guests, teams } = teamsOf(size)
  const administrator = `admin@large-${size.seed}.example`
  const hash = await hashDemoPassword()
  const loaded = await db.transaction().execute(async (transaction) => {
    await createFunctions(transaction, size.seed)
    const customer = await addCustomer(transaction, size, now)
    await addUsers(transaction, customer, size, guests, administrator, now)
    await addAdministrator(transaction, customer, hash, now)
    report(`${size.users} users`)
    await addProjects(transaction, customer, size, teams, now)
    report(`${size.projects} projects`)
    await addMembers(transaction, customer, size, teams, guests, now, report)
    const { topics = 0, checklists = 0 } = size
    if (topics + checklists > 0) {
      await addLargeContent(transaction, customer, { topics, checklists }, now)
      report(`${topics} topics and ${checklists} checklists in the first project`)
    }
    await appendAudit(
      transaction,
      [{ action: 'demo.load-large', customer, target: { type: 'customers', id: customer }, after: size }],
      { actor: anonymous, requestId: 'demo', ip: null, userAgent: null, now },
    )
    return { customer, administrator, counts: await countsOf(transaction, customer) }
  })
  // As autovacuum does within a minute, so that measurements find the statistics of a database in use.
  await sql`analyze`.execute(db)
  return loaded
}

/**
 * Creates temporary functions that derive ids and random numbers from a row number, so that references are computed
 * instead of looked up. Ids are valid, ascending UUIDv7 as the product's, so that indexes behave alike.
 */
async function createFunctions(db: Transaction, seed: number): Promise<void> {
  const start = Date.UTC(2024, 0, 1)
  // Plain SQL functions, so that the planner inlines them: twelve million calls would take minutes.
  await sql`
    create or replace function pg_temp.large_id(noun text, number bigint) returns uuid language sql immutable as $$
      select overlay(overlay(
        lpad(to_hex(${sql.lit(start)}::bigint + number), 12, '0') ||
        substr(md5(noun || ${sql.lit(`/${seed}/`)} || number::text), 1, 20)
        placing '7' from 13) placing '8' from 17)::uuid
    $$`.execute(db)
  await sql`
    create or replace function pg_temp.large_chance(number bigint, below integer, salt bigint) returns integer
      language sql immutable as $$
      select ((hashint8extended(number, ${sql.lit(seed)}::bigint * 1000 + salt) & 2147483647) % below)::integer
    $$`.execute(db)
}

async function addCustomer(db: Transaction, { users, projects, seed }: LargeCustomer, now: number): Promise<string> {
  const name = `Large contractor ${seed} (${users} × ${projects})`
  const { rows } = await sql<{ id: string }>`
    insert into customer (id, name, time_zone, created_at)
    values (pg_temp.large_id('customer', 0), ${name}, 'Europe/Oslo', ${instantOf(now)})
    on conflict do nothing returning id`.execute(db)
  const [added] = rows
  if (!added) throw new StartRefused(`The large customer of seed ${seed} is there already: choose another --seed.`)
  await sql`
    insert into user_organization (id, customer_id, name, number, country)
    select pg_temp.large_id('organization', number), ${added.id}, 'Subcontractor ' || number, (900000000 + number)::text, 'NO'
    from generate_series(0, ${organizations - 1}) as number`.execute(db)
  return added.id
}

const organizations = 40

/** Inserts the users, the last of whom are guests. */
async function addUsers(
  db: Transaction,
  customer: string,
  { users, seed }: LargeCustomer,
  guests: number,
  administrator: string,
  now: number,
): Promise<void> {
  const given = Object.values(names).flatMap((each) => each.given.split(' '))
  const family = Object.values(names).flatMap((each) => each.family.split(' '))
  await sql`
    insert into app_user (id, email, email_verified_at, given_name, family_name, organization, title, phone, guest,
      expiration_date, home_customer_id, last_login_at, created_at)
    select pg_temp.large_id('user', number),
      case when number = 0 then ${administrator} else
        (${given.map(mailbox)}::text[])[first] || '.' || (${family.map(mailbox)}::text[])[last] || '.' || number
          || '@large-' || ${sql.lit(String(seed))} || '.example' end,
      ${instantOf(now)}, (${given}::text[])[first], (${family}::text[])[last],
      'Subcontractor ' || number % ${organizations}, 'Engineer', '+47 9' || lpad((number % 10000000)::text, 7, '0'),
      number >= ${users - guests},
      case when number >= ${users - guests} then ${instantOf(now)}::timestamptz + (number % 90 - 5) * interval '1 day' end,
      ${customer}::uuid,
      case when pg_temp.large_chance(number, 20, 3) > 0
        then ${instantOf(now)}::timestamptz - pg_temp.large_chance(number, 86400, 4) * interval '1 minute' end,
      ${instantOf(now)}::timestamptz - interval '400 days'
    from (
      select number, 1 + pg_temp.large_chance(number, ${given.length}, 1) as first,
        1 + pg_temp.large_chance(number, ${family.length}, 2) as last
      from generate_series(0::bigint, ${users - 1}::bigint) as number
    ) as person`.execute(db)
  await sql`
    insert into customer_user_profile (id, customer_id, user_id, title, user_organization_id)
    select pg_temp.large_id('profile', number), ${customer}::uuid, pg_temp.large_id('user', number), 'Engineer',
      pg_temp.large_id('organization', number % ${organizations})
    from generate_series(0::bigint, ${users - 1}::bigint) as number`.execute(db)
}

/** Makes the first user the administrator, the only one with a password. */
async function addAdministrator(db: Transaction, customer: string, hash: string, now: number): Promise<void> {
  await sql`
    insert into customer_admin (customer_id, user_id) values (${customer}, pg_temp.large_id('user', 0))`.execute(db)
  await sql`
    insert into password_credential (user_id, hash, changed_at)
    values (pg_temp.large_id('user', 0), ${hash}, ${instantOf(now)})`.execute(db)
}

async function addProjects(
  db: Transaction,
  customer: string,
  { seed }: LargeCustomer,
  teams: readonly Team[],
  now: number,
): Promise<void> {
  const random = randomOf(seed)
  const projectNames = teams.map(({ project }) => `${random.pick(places)} ${random.pick(buildings)} ${project + 1}`)
  await sql`
    insert into project (id, customer_id, name, description, external_id, owner_id, is_hibernated, features, created_at, updated_at)
    select pg_temp.large_id('project', number), ${customer}::uuid, name, 'Structural and architectural models, site checklists',
      'L-' || lpad((number + 1)::text, 5, '0'), pg_temp.large_id('user', owner), number % 25 = 24,
      array['PRO_TOPICS', 'PRO_DOCUMENTS', 'CHECKLISTS'], ${instantOf(now)}::timestamptz - number * interval '6 hours',
      ${instantOf(now)}::timestamptz - (number % 30) * interval '1 day'
    from unnest(${teams.map(({ project }) => project)}::bigint[], ${projectNames}::text[], ${teams.map(({ first }) => first)}::bigint[])
      as outline (number, name, owner)`.execute(db)
}

const places =
  'Alta Bodø Drammen Elverum Florø Gjøvik Hamar Harstad Kongsberg Larvik Lillehammer Molde Moss Namsos Narvik Odda Røros Sandnes Skien Stavanger Tromsø Vadsø Voss Ålesund'.split(
    ' ',
  )
const buildings = 'School Hospital Bridge Offices Library Station Tunnel Terminal Depot Arena Pier Housing'.split(' ')

/**
 * Inserts the members of each project: the first one owns it, the others follow at a distance of `stride` on the ring
 * of users.
 */
async function addMembers(
  db: Transaction,
  customer: string,
  { users, projects, memberships }: LargeCustomer,
  teams: readonly Team[],
  guests: number,
  now: number,
  report: Report,
): Promise<void> {
  const ring = users - guests
  let inserted = 0
  for (const part of chunksOf(teams)) {
    const { numAffectedRows } = await sql`
      insert into project_member (project_id, user_id, customer_id, privilege_level, invited_at, last_login_at, created_at)
      select pg_temp.large_id('project', team.project), pg_temp.large_id('user', (first + place * stride) % ${ring}),
        ${customer}::uuid,
        case when place = 0 then 30 when chance < 4 then 20 when chance < 10 then 15 else 10 end,
        ${instantOf(now)}::timestamptz - interval '300 days',
        case when chance % 10 > 0 then ${instantOf(now)}::timestamptz - chance * interval '17 hours' end,
        ${instantOf(now)}::timestamptz - interval '300 days'
      from unnest(${part.map(({ project }) => project)}::bigint[], ${part.map(({ first }) => first)}::bigint[],
          ${part.map(({ stride }) => stride)}::bigint[], ${part.map(({ size }) => size)}::bigint[]) as team (project, first, stride, size)
        cross join lateral generate_series(0, size - 1) as place
        cross join lateral (select pg_temp.large_chance(team.project * ${users} + place, 100, 5) as chance) as drawn`.execute(
      db,
    )
    inserted += Number(numAffectedRows ?? 0)
    report(`${inserted} of ${memberships} memberships`)
  }
  await sql`
    insert into project_member (project_id, user_id, customer_id, privilege_level, expiration_date, invited_at)
    select pg_temp.large_id('project', number % ${projects}), pg_temp.large_id('user', number), ${customer}::uuid, 5,
      ${instantOf(now)}::timestamptz + (number % 90 - 5) * interval '1 day', ${instantOf(now)}
    from generate_series(${ring}::bigint, ${users - 1}::bigint) as number`.execute(db)
}

function* chunksOf(teams: readonly Team[]): Generator<Team[]> {
  let chunk: Team[] = []
  let members = 0
  for (const team of teams) {
    chunk.push(team)
    members += team.size
    if (members < membershipBatchSize) continue
    yield chunk
    chunk = []
    members = 0
  }
  if (chunk.length > 0) yield chunk
}

async function countsOf(db: Transaction, customer: string): Promise<LoadedCustomer['counts']> {
  const { rows } = await sql<LoadedCustomer['counts']>`
    select (select count(*) from app_user where home_customer_id = ${customer}) as users,
      (select count(*) from project where customer_id = ${customer}) as projects,
      (select count(*) from project_member where customer_id = ${customer}) as memberships`.execute(db)
  const [counts] = rows
  if (!counts) throw new Error('Counting gave no row')
  return counts
}
