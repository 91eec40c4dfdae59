import { platformTenant } from '@lintel/contract/settings/events'
import { type RawBuilder, sql } from 'kysely'
import { belongsToCustomer } from '../../people/users/belongs-to-customer.store'

/** Casts a part of the target id to a UUID; null if it is none, as after a failed request with an invalid id. */
const uuidOf = (text: RawBuilder<string>) =>
  sql`case when ${text} ~* '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then ${text}::uuid end`

/** The target id of the event (`event`) as a UUID; null if it is none. */
export const targetUuid = uuidOf(sql`event.target_id`)

/**
 * SQL condition: the row belongs to the customer of the event. Events of the platform, visible only to staff, match all
 * customers.
 */
const isOfTenant = (customer: RawBuilder<unknown>) => sql`event.tenant_id in (${customer}, ${platformTenant})`

/** The name of the target row, only within its own customer. */
const named = (table: string, id = targetUuid) => sql`(
  select named.name from ${sql.table(table)} as named where named.id = ${id} and ${isOfTenant(sql`named.customer_id`)})`

/** Tables with a name column, by resource type. */
const tables = {
  projects: 'project',
  'user-organizations': 'user_organization',
  'project-templates': 'project_template',
  'directory-groups': 'directory_group',
}

/** The present name of the target of the event (`event`), else the recorded one; for a membership, the name of its project. */
export const nameOfTarget = sql<string | null>`coalesce(
  case event.target_type
    ${sql.join(
      Object.entries(tables).map(([type, table]) => sql`when ${sql.lit(type)} then ${named(table)}`),
      sql` `,
    )}
    when 'project-members' then ${named('project', uuidOf(sql`split_part(event.target_id, '.', 1)`))}
    when 'customers' then (select customer.name from customer where customer.id = ${targetUuid} and ${isOfTenant(sql`customer.id`)})
    when 'sso-providers' then (select provider.name from sso_provider as provider where provider.id = event.target_id)
    when 'users' then (
      select person.email from app_user as person
      where person.id = ${targetUuid} and (event.tenant_id = ${platformTenant} or ${belongsToCustomer('person', sql.ref('event.tenant_id'))}))
  end,
  event.after ->> 'name', event.before ->> 'name')`
