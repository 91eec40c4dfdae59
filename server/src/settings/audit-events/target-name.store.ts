import { platformTenant } from '@lintel/contract/settings/events'
import { type RawBuilder, sql } from 'kysely'
import { belongsToCustomer } from '../../people/users/person-of-customer.store'

/** A part of the target's id as a UUID; null where it is none, as of a failed request for something that cannot be. */
const uuidOf = (text: RawBuilder<string>) =>
  sql`case when ${text} ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then ${text}::uuid end`

const target = uuidOf(sql`event.target_id`)

/** True where a row is the event's customer's; of the platform's own trail, which staff alone read, everybody's. */
const isOfTrail = (customer: RawBuilder<unknown>) => sql`event.tenant_id in (${customer}, ${platformTenant})`

/** The names of a table's rows, each told in its own customer's trail only. */
const named = (table: string, id = target) => sql`(
  select named.name from ${sql.table(table)} as named where named.id = ${id} and ${isOfTrail(sql`named.customer_id`)})`

/** The tables whose rows are named to whoever reads the trail, by the type of their resource. */
const tables = {
  projects: 'project',
  'user-organizations': 'user_organization',
  'project-templates': 'project_template',
  'directory-groups': 'directory_group',
}

/** What an event's target (`event`) is called now, or as the event knows it; a membership is called as its project. */
export const nameOfTarget = sql<string | null>`coalesce(
  case event.target_type
    ${sql.join(
      Object.entries(tables).map(([type, table]) => sql`when ${sql.lit(type)} then ${named(table)}`),
      sql` `,
    )}
    when 'project-members' then ${named('project', uuidOf(sql`split_part(event.target_id, '.', 1)`))}
    when 'customers' then (select customer.name from customer where customer.id = ${target} and ${isOfTrail(sql`customer.id`)})
    when 'sso-providers' then (select provider.name from sso_provider as provider where provider.id = event.target_id)
    when 'users' then (
      select person.email from app_user as person
      where person.id = ${target} and (event.tenant_id = ${platformTenant} or ${belongsToCustomer('person', sql.ref('event.tenant_id'))}))
  end,
  event.after ->> 'name', event.before ->> 'name')`
