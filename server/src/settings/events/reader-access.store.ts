import { satisfiedMethods } from '@lintel/contract/customers/login-methods'
import { minAdminLevel } from '@lintel/contract/people/privilege-levels'
import { type RawBuilder, sql } from 'kysely'
import { isOpen, isUsable } from '../../identity/account.store'
import { loginMethodOf } from '../../identity/sessions/login-method.store'
import { instantOf } from '../../platform/clock'
import type { Database } from '../../platform/database'
import type { Reader } from '../../platform/events/live-changes'
import { grantsAccess } from '../../projects/projects/project-rights.store'

const customerMethods = sql`customer.providers`
const projectMethods = sql`coalesce(nullif(member.providers, '{}'), nullif(project.providers, '{}'), customer.providers)`

/** SQL condition: the login method and age of the session satisfy this list of login methods. */
const satisfies = (list: RawBuilder<unknown>): RawBuilder<unknown> => {
  const methods = sql`customer_login_methods(${list}, customer.second_factor_from)`
  return sql`(
    ${methods} = '{}' or case when ${loginMethodOf('session')} = 'COGNITO_MFA'
      then ${methods} && ${[...satisfiedMethods('COGNITO_MFA')]}::text[]
      else ${loginMethodOf('session')} = any(${methods}) end)
    and (customer.longest_session_hours is null or session.proved_at >= now() - make_interval(hours => customer.longest_session_hours))`
}

const hasRole = (table: string): RawBuilder<unknown> => sql`exists (
  select from ${sql.table(table)} as admin join customer on customer.id = admin.customer_id
  where admin.user_id = session.user_id and admin.customer_id = reader.customer and not admin.awaits_proof
    and ${satisfies(customerMethods)})`

/** SQL condition: the person administers the subscribed project, themselves or for its customer. */
const administersProject = sql`exists (
  select from project join customer on customer.id = project.customer_id
    left join project_member as member on member.project_id = project.id and member.user_id = session.user_id
      and ${grantsAccess('member')}
  where project.id = reader.project and project.customer_id = reader.customer and (app_user.role is not null or (
    (member.privilege_level >= ${sql.lit(minAdminLevel)} or exists (
      select from customer_admin as admin where admin.customer_id = project.customer_id
        and admin.user_id = session.user_id and not admin.awaits_proof))
    and ${satisfies(projectMethods)})))`

/**
 * Tells for each reader whether their session is open and may still read the customer or administer the project. Does
 * not count as use of the session: a page left open keeps nobody signed in.
 */
export async function checkReaderAccess(db: Database, readers: readonly Reader[], now: number): Promise<boolean[]> {
  const at = instantOf(now)
  const { rows } = await sql<{ place: number }>`
    select reader.place::integer from unnest(
      ${readers.map(({ session }) => session)}::uuid[], ${readers.map(({ customer }) => customer)}::uuid[],
      ${readers.map(({ project = null }) => project)}::uuid[]
    ) with ordinality as reader (session, customer, project, place)
    join session on session.id = reader.session
    join app_user on app_user.id = session.user_id
    where ${isOpen(at)} and ${isUsable(at)} and session.guest_project_id is null and not app_user.guest
      and not (app_user.must_update_password and session.method = 'password')
      and case when reader.project is null
        then app_user.role is not null or ${hasRole('customer_admin')} or ${hasRole('customer_api_user')}
        else ${administersProject} end`.execute(db)
  const places = new Set(rows.map(({ place }) => place))
  return readers.map((_, at) => places.has(at + 1))
}
