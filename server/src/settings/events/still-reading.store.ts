import { satisfiedMethods } from '@lintel/contract/customers/login-methods'
import { administersFrom } from '@lintel/contract/people/privilege-levels'
import { type RawBuilder, sql } from 'kysely'
import { isOpen, isUsable } from '../../identity/account.store'
import { loginMethodOf } from '../../identity/sessions/login-method.store'
import { instantOf } from '../../platform/clock'
import type { Database } from '../../platform/database'
import type { Reader } from '../../platform/events/live-changes'
import { isOpening } from '../../projects/projects/project-rights.store'

const customerMethods = sql`customer.providers`
const projectMethods = sql`coalesce(nullif(member.providers, '{}'), nullif(project.providers, '{}'), customer.providers)`

/** True where the session's login method and age open what has this list of login methods. */
const opens = (list: RawBuilder<unknown>): RawBuilder<unknown> => {
  const methods = sql`customer_login_methods(${list}, customer.second_factor_from)`
  return sql`(
    ${methods} = '{}' or case when ${loginMethodOf('session')} = 'COGNITO_MFA'
      then ${methods} && ${[...satisfiedMethods('COGNITO_MFA')]}::text[]
      else ${loginMethodOf('session')} = any(${methods}) end)
    and (customer.longest_session_hours is null or session.proved_at >= now() - make_interval(hours => customer.longest_session_hours))`
}

const holds = (table: string): RawBuilder<unknown> => sql`exists (
  select from ${sql.table(table)} as office join customer on customer.id = office.customer_id
  where office.user_id = session.user_id and office.customer_id = reader.customer and not office.awaits_proof
    and ${opens(customerMethods)})`

/** Who administers the project that is followed, for themselves or with its customer. */
const administersProject = sql`exists (
  select from project join customer on customer.id = project.customer_id
    left join project_member as member on member.project_id = project.id and member.user_id = session.user_id
      and ${isOpening('member')}
  where project.id = reader.project and project.customer_id = reader.customer and (app_user.role is not null or (
    (member.privilege_level >= ${sql.lit(administersFrom)} or exists (
      select from customer_admin as office where office.customer_id = project.customer_id
        and office.user_id = session.user_id and not office.awaits_proof))
    and ${opens(projectMethods)})))`

/**
 * Which readers' sessions are open and may still read their customers or administer their projects, in the order given. Asked without
 * a note that the session is in use: a page that is only left open does not keep anybody signed in.
 */
export async function stillReading(db: Database, readers: readonly Reader[], now: number): Promise<boolean[]> {
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
        then app_user.role is not null or ${holds('customer_admin')} or ${holds('customer_api_user')}
        else ${administersProject} end`.execute(db)
  const places = new Set(rows.map(({ place }) => place))
  return readers.map((_, at) => places.has(at + 1))
}
