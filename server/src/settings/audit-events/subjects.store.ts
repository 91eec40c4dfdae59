import type { Person } from '@lintel/contract/people/permissions'
import { everydayActions } from '@lintel/contract/settings/audit-events'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { belongsToCustomer } from '../../people/users/belongs-to-customer.store'
import { administeredThrough } from '../../people/users/user-visibility.store'
import type { Database, Transaction } from '../../platform/database'
import { isUuid } from '../../platform/rows'

/** An email address and the period during which it belonged to the person; outside it may be of somebody else. */
interface Address {
  email: string
  from: string | null
  until: string | null
}

/** A person, a project or an organization with all identifiers that events use for it. */
export interface AuditSubject {
  /** Ids that occur in events. */
  keys: string[]
  addresses: Address[]
  user: string | null
  /** The id of a project or an organization. */
  project: string | null
}

/** The target types that the indexes cover (migration 207). */
const targetTypes = [
  'project-members',
  'invitations',
  'projects',
  'customers',
  'users',
  'user-profiles',
  'customer-user-profiles',
] as const

/** A person who has an email address now, with the other identifiers that events use for them. */
interface FoundPerson {
  user: string
  created: string
  keys: string[]
  left: { email: string; until: string }[]
  belongs: boolean
}

/**
 * Finds a person by email; a project or an organization by id. Of a person who does not belong to a customer that the actor
 * administers, a changed address is none to follow: their history is that of the address alone.
 */
export async function subjectOf(db: Database | Transaction, actor: Person, text: string): Promise<AuditSubject> {
  if (isUuid(text)) return { keys: [text.toLowerCase()], addresses: [], user: null, project: text }
  const email = text.toLowerCase()
  const found = await findPerson(db, actor, email)
  const person = found && (found.belongs || found.left.length === 0) ? found : undefined
  const left = person?.left ?? []
  const [first = email] = left.map((address) => address.email)
  // While nobody has the address, its history is that of whoever had it.
  const freedAt = person ? await findClosing(db, first, person.created) : null
  const addresses = [...left, { email, until: null }].map((address, at) => ({
    ...address,
    from: left[at - 1]?.until ?? freedAt,
  }))
  return { keys: person?.keys ?? [], addresses, user: person?.user ?? null, project: null }
}

async function findPerson(db: Database | Transaction, actor: Person, email: string): Promise<FoundPerson | undefined> {
  const through = administeredThrough(actor, { id: 'person.id', home: 'person.home_customer_id' })
  const { rows } = await sql<FoundPerson>`
    select person.id as user, person.created_at::text as created, array_prepend(person.id::text,
      array(select profile.id::text from customer_user_profile as profile where profile.user_id = person.id)) as keys,
      array(select jsonb_build_object('email', change.before ->> 'email', 'until', change.occurred_at)
        from audit_event as change where change.actor_id = person.id
          and change.action = 'users.email-changed' and change.result = 'success' order by change.occurred_at) as left,
      ${actor.isStaff}::boolean or ${through} is not null as belongs
    from app_user as person where person.email = ${email}`.execute(db)
  return rows[0]
}

/** When the last account that was closed with this address before `created` freed it; null if there was none. */
async function findClosing(db: Database | Transaction, email: string, created: string): Promise<string | null> {
  const { rows } = await sql<{ at: string | null }>`
    select max(occurred_at)::text as at from audit_event
    where action = 'users.deletion-done' and target_type = 'user-profiles' and target_id = ${email}
      and after ->> 'isFinal' = 'true' and occurred_at <= ${created}::timestamptz`.execute(db)
  return rows[0]?.at ?? null
}

/** Literals, so that the planner can match the partial indexes. */
const literals = (texts: readonly string[]) => sql.join(texts.map((text) => sql.lit(text)))
const isCovered = sql`about.target_type in (${literals(targetTypes)})`
const isEveryday = sql`(about.result = 'success' and about.action in (${literals(everydayActions)}))`

/** A query of one index for events that contain one of these identifiers. */
type SubjectQuery = (names: readonly string[]) => RawBuilder<unknown>

const changeEvents: SubjectQuery = (names) => sql`
  select about.occurred_at, about.id from audit_event as about where ${isCovered} and not ${isEveryday}
    and audit_subjects(about.target_type, about.target_id, about.before, about.after) && ${names}::text[]`

/** Everyday actions concern only their target. */
const everydayEvents: SubjectQuery = (names) => sql`
  select about.occurred_at, about.id from audit_event as about where ${isCovered} and ${isEveryday} and about.target_id = any(${names}::text[])`

const subjectQueries = (everyday: boolean | undefined): SubjectQuery[] =>
  everyday === undefined ? [changeEvents, everydayEvents] : [everyday ? everydayEvents : changeEvents]

/** SQL queries of the ids of the change sets that changed something of a project: its memberships, or its record. */
export const changeSetsOfProject = (project: string | null): readonly [RawBuilder<unknown>, RawBuilder<unknown>] => [
  sql`select row.change_set_id as id from change_set_row as row where row.outcome = 'change' and row.project_id = ${project}`,
  sql`select row.change_set_id as id from change_set_row as row where row.outcome = 'change'
    and row.object ->> 'id' = ${project?.toLowerCase() ?? null}`,
]

/** SQL query of the ids of the change sets that changed something of the subject. */
const changeSetsOf = ({ user, project }: AuditSubject) =>
  user === null
    ? sql.join(changeSetsOfProject(project), sql` union `)
    : sql`select distinct row.change_set_id as id from change_set_row as row where row.outcome = 'change' and row.user_id = ${user}`

/**
 * SQL condition: the event (`event`) concerns the subject; those of change sets by their rows. `everyday` restricts to
 * everyday actions or to all others, which avoids searching the rest. Of change sets, those in `changeSets` are searched, a query of their ids.
 */
export function isAbout(
  subject: AuditSubject,
  everyday?: boolean,
  changeSets: RawBuilder<unknown> = changeSetsOf(subject),
): RawBuilder<SqlBool> {
  const { keys, addresses, project } = subject
  const parts = [
    // Separate queries, so that each uses an index.
    ...subjectQueries(everyday).flatMap((query) => [
      query(keys),
      ...addresses.map(
        ({ email, from, until }) =>
          sql`${query([email])} ${from === null ? sql`` : sql`and about.occurred_at > ${from}`}
          ${until === null ? sql`` : sql`and about.occurred_at <= ${until}`}`,
      ),
    ]),
    ...(project === null
      ? []
      : [
          sql`select about.occurred_at, about.id from audit_event as about
            where about.target_type = 'user-organizations' and about.target_id = any(${keys}::text[])`,
        ]),
  ]
  // With the time, in which lists are ordered, so that the latest of many are found without reading all.
  return sql<SqlBool>`(event.occurred_at, event.id) in (
    ${sql.join(parts, sql` union all `)}
    union all
    select about.occurred_at, about.id
    from (${changeSets}) as touching
    join change_set on change_set.id = touching.id
    join audit_event as about on about.tenant_id = change_set.customer_id and about.target_type = 'change-sets'
      and about.target_id = change_set.id::text and about.action in ('change-sets.apply', 'change-sets.undo')
      and about.result = 'success')`
}

/**
 * The present email of the person in an event about a membership, whose target has their internal id; of a closed account the one that
 * the event recorded, if any. Null for other events, and if the person no longer belongs to the customer.
 */
export const personOfMembership = sql<string | null>`(
  select case when person.deleted_at is not null then coalesce(event.before ->> 'user', event.after ->> 'user')
    when ${belongsToCustomer('person', sql.ref('event.tenant_id'))} then person.email end
  from app_user as person
  where person.id = case when event.target_type = 'project-members' then split_part(event.target_id, '.', 2)::uuid end)`
