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

/** The kinds of target that the index of subjects covers (migration 025). */
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

/** True for events (`event`) that happened to the subject; those of change sets by their rows. */
export function isAbout({ keys, addresses, user, project }: Subject): RawBuilder<SqlBool> {
  const types = sql.join(targetTypes.map((type) => sql.lit(type)))
  const rows =
    user === null
      ? sql`(row.project_id = ${project} or row.object ->> 'id' = ${project?.toLowerCase() ?? null})`
      : sql`row.user_id = ${user}`
  // Each looked for by itself: a look into the index of subjects.
  const named = (names: readonly string[], when: RawBuilder<unknown>) => sql`
    select about.id from audit_event as about where about.target_type in (${types})
      and audit_subjects(about.target_type, about.target_id, about.before, about.after) && ${names}::text[] ${when}`
  const parts = [
    named(keys, sql``),
    ...addresses.map(({ email, from, until }) =>
      named(
        [email],
        sql`${from === null ? sql`` : sql`and about.occurred_at > ${from}`}
          ${until === null ? sql`` : sql`and about.occurred_at <= ${until}`}`,
      ),
    ),
    ...(project === null
      ? []
      : [
          sql`select about.id from audit_event as about
            where about.target_type = 'user-organizations' and about.target_id = any(${keys}::text[])`,
        ]),
  ]
  return sql<SqlBool>`event.id in (
    ${sql.join(parts, sql` union all `)}
    union all
    select about.id
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
