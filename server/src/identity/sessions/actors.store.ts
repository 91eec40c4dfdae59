import type { SignInMethod } from '@lintel/contract/identity/tokens'
import type { CustomerRole } from '@lintel/contract/people/permissions'
import { privilegeLevel } from '@lintel/contract/people/privilege-levels'
import { sql } from 'kysely'
import { instantOf } from '../../platform/clock'
import type { Database } from '../../platform/database'
import { isOpen, isUsable, isWithinGuestTime } from '../account.store'
import { isLastUseDue } from '../credentials/last-use.store'
import { customerRolesOf, loginMethodOf, tooOldFor } from './login-method.store'

/** A session with what permissions need to know of its person. */
export interface ActorFacts {
  id: string
  email: string
  isStaff: boolean
  homeCustomer: string | null
  mustUpdatePassword: boolean
  customerRoles: CustomerRole[]
  guestOf: string | null
  method: SignInMethod
  loginMethod: string | null
  secondFactor: boolean
  provedAt: string
  tooOldFor: string[]
}

/** A guest account is limited to its one project however it signed in (security G6). */
const projectOfGuest = sql`(
  select member.project_id from project_member as member
  where member.user_id = open.user_id and member.privilege_level = ${sql.lit(privilegeLevel.guest)}
  limit 1)`

/** Project id for a guest whose membership was withdrawn: reaches nothing. */
const noProject = '00000000-0000-0000-0000-000000000000'

/**
 * The person of an open session; also updates its last use, in one statement, unless that is no use. Undefined when the session ended,
 * its person was disabled, or a guest's access expired.
 */
export async function actorOfSession(
  db: Database,
  sessionId: string,
  now: number,
  { isUse = true } = {},
): Promise<ActorFacts | undefined> {
  const at = instantOf(now)
  const { rows } = await sql<ActorFacts>`
    with open as (
      select session.*, app_user.email, app_user.role, app_user.home_customer_id,
        app_user.must_update_password, app_user.guest
      from session join app_user on app_user.id = session.user_id
      where session.id = ${sessionId} and ${isOpen(at)} and ${isUsable(at)}
        and ${isWithinGuestTime(at)}
    ), touched as (
      update session set last_seen_at = ${at} from open
      where ${isUse} and session.id = open.id and ${isLastUseDue('session.last_seen_at', at)}
    )
    select user_id as id, email, role is not null as "isStaff", home_customer_id as "homeCustomer",
      must_update_password as "mustUpdatePassword", method, ${loginMethodOf('open')} as "loginMethod",
      coalesce(guest_project_id, case when guest then coalesce(${projectOfGuest}, ${noProject}::uuid) end) as "guestOf",
      second_factor as "secondFactor", proved_at as "provedAt",
      ${customerRolesOf('open.user_id')} as "customerRoles", ${tooOldFor('open', at)} as "tooOldFor"
    from open`.execute(db)
  return rows[0]
}
