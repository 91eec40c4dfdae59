import { everydayActions } from '@lintel/contract/settings/audit-events'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { belongsToCustomer } from '../../people/users/person-of-customer.store'
import type { Database, Transaction } from '../../platform/database'
import { isUuid } from '../../platform/rows'

/** An address, and while it was somebody's: before and after that it may have been another person's. */
interface Address {
  email: string
  from: string | null
  until: string | null
}

/** A person, a project or an organization, by everything that events call them. */
export interface Subject {
  /** Ids that events name. */
  keys: string[]
  addresses: Address[]
  user: string | null
  /** The id of a project or an organization. */
  project: string | null
}

/** The kinds of target that the indexes of subjects cover (migration 207). */
const targetTypes = [
  'project-members',
  'invitations',
  'projects',
  'customers',
  'users',
  'user-profiles',
  'customer-user-profiles',
] as const

/** A person by email, a project or an organization by id. */
export async function subjectOf(db: Database | Transaction, text: string): Promise<Subject> {
  if (isUuid(text)) return { keys: [text.toLowerCase()], addresses: [], user: null, project: text }
  const email = text.toLowerCase()
  const { rows } = await sql<{ user: string; keys: string[]; left: { email: string; until: string }[] }>`
    select person.id as user, array_prepend(person.id::text,
      array(select profile.id::text from customer_user_profile as profile where profile.user_id = person.id)) as keys,
      array(select jsonb_build_object('email', change.before ->> 'email', 'until', change.occurred_at)
        from audit_event as change where change.actor_id = person.id
          and change.action = 'users.email-changed' and change.result = 'success' order by change.occurred_at) as left
    from app_user as person where person.email = ${email}`.execute(db)
  const [found] = rows
  const left = found?.left ?? []
  const addresses = [...left, { email, until: null }].map((address, at) => ({
    ...address,
    from: left[at - 1]?.until ?? null,
  }))
  return { keys: found?.keys ?? [], addresses, user: found?.user ?? null, project: null }
}

/** Literals, by which the planner knows what an index covers. */
const literals = (texts: readonly string[]) => sql.join(texts.map((text) => sql.lit(text)))
const isCovered = sql`about.target_type in (${literals(targetTypes)})`
const isEveryday = sql`(about.result = 'success' and about.action in (${literals(everydayActions)}))`

/** One look into an index of subjects: events that name one of these. */
type Look = (names: readonly string[]) => RawBuilder<unknown>

const changesOf: Look = (names) => sql`
  select about.occurred_at, about.id from audit_event as about where ${isCovered} and not ${isEveryday}
    and audit_subjects(about.target_type, about.target_id, about.before, about.after) && ${names}::text[]`

/** What people do all day is about its target alone. */
const everydayOf: Look = (names) => sql`
  select about.occurred_at, about.id from audit_event as about where ${isCovered} and ${isEveryday} and about.target_id = any(${names}::text[])`

const looksOf = (everyday: boolean | undefined): Look[] =>
  everyday === undefined ? [changesOf, everydayOf] : [everyday ? everydayOf : changesOf]

/**
 * True for events (`event`) that happened to the subject; those of change sets by their rows. Whoever narrows to what people do all day,
 * or to the rest, says so by `everyday`: then the other events of the subject are not looked for.
 */
export function isAbout({ keys, addresses, user, project }: Subject, everyday?: boolean): RawBuilder<SqlBool> {
  const rows =
    user === null
      ? sql`(row.project_id = ${project} or row.object ->> 'id' = ${project?.toLowerCase() ?? null})`
      : sql`row.user_id = ${user}`
  const parts = [
    // Each looked for by itself: a look into an index.
    ...looksOf(everyday).flatMap((look) => [
      look(keys),
      ...addresses.map(
        ({ email, from, until }) =>
          sql`${look([email])} ${from === null ? sql`` : sql`and about.occurred_at > ${from}`}
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
  // By time as well, as lists are in that order: the latest of many are found without a look at each of them.
  return sql<SqlBool>`(event.occurred_at, event.id) in (
    ${sql.join(parts, sql` union all `)}
    union all
    select about.occurred_at, about.id
    from (select distinct row.change_set_id from change_set_row as row where row.outcome = 'change' and ${rows}) as touching
    join change_set on change_set.id = touching.change_set_id
    join audit_event as about on about.tenant_id = change_set.customer_id and about.target_type = 'change-sets'
      and about.target_id = change_set.id::text and about.action in ('change-sets.apply', 'change-sets.undo')
      and about.result = 'success')`
}

/**
 * Whom an event about a membership concerns, by the address they have now: its target names them by an internal id. Null for other
 * events, and for somebody whom the customer has nothing to do with any more.
 */
export const personOfMembership = sql<string | null>`(
  select person.email from app_user as person
  where person.id = case when event.target_type = 'project-members' then split_part(event.target_id, '.', 2)::uuid end
    and ${belongsToCustomer('person', sql.ref('event.tenant_id'))})`
