import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Database, Transaction } from '../../platform/database'
import { isUuid } from '../../platform/rows'

/** A person or a project, by everything that events call them. */
export interface Subject {
  /** Ids and addresses that events name. */
  keys: string[]
  user: string | null
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

/** A person by email or a project by id. */
export async function subjectOf(db: Database | Transaction, text: string): Promise<Subject> {
  if (isUuid(text)) return { keys: [text.toLowerCase()], user: null, project: text }
  const email = text.toLowerCase()
  const { rows } = await sql<{ user: string; keys: string[] }>`
    select person.id as user, array_cat(array[person.id::text, person.email],
      array(select profile.id::text from customer_user_profile as profile where profile.user_id = person.id)) as keys
    from app_user as person where person.email = ${email}`.execute(db)
  const [found] = rows
  return found ? { ...found, project: null } : { keys: [email], user: null, project: null }
}

/** True for events (`event`) that happened to the subject; those of change sets by their rows. */
export function isAbout({ keys, user, project }: Subject): RawBuilder<SqlBool> {
  const types = sql.join(targetTypes.map((type) => sql.lit(type)))
  const rows = user === null ? sql`row.project_id = ${project}` : sql`row.user_id = ${user}`
  return sql<SqlBool>`event.id in (
    select about.id from audit_event as about
    where about.target_type in (${types}) and audit_subjects(about.target_type, about.target_id, about.before, about.after) && ${keys}::text[]
    union all
    select about.id
    from (select distinct row.change_set_id from change_set_row as row where row.outcome = 'change' and ${rows}) as touching
    join change_set on change_set.id = touching.change_set_id
    join audit_event as about on about.tenant_id = change_set.customer_id and about.target_type = 'change-sets'
      and about.target_id = change_set.id::text and about.action in ('change-sets.apply', 'change-sets.undo')
      and about.result = 'success')`
}
