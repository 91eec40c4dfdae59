import type { SignInMethod } from '@lintel/contract/identity/tokens'
import type { CustomerOffice } from '@lintel/contract/people/permissions'
import { privilegeLevel } from '@lintel/contract/people/privilege-levels'
import { sql } from 'kysely'
import { instantOf } from '../../platform/clock'
import type { Database } from '../../platform/database'
import { isOpen, isUsable, isWithinGuestTime } from '../account.store'
import { loginMethodOf, officesOf, tooOldFor } from './login-method.store'

/** How often a session's last use is written, in seconds; the idle hour is exact to this much. */
const noteEverySeconds = 30

/** Everything that permissions ask about the person of a session. */
export interface ActorFacts {
  id: string
  email: string
  isStaff: boolean
  homeCustomer: string | null
  mustUpdatePassword: boolean
  offices: CustomerOffice[]
  guestOf: string | null
  method: SignInMethod
  loginMethod: string | null
  secondFactor: boolean
  provedAt: string
  tooOldFor: string[]
}

/** A guest account is a guest however it signed in: it reaches the one project that it is a guest of (security G6). */
const projectOfGuest = sql`(
  select member.project_id from project_member as member
  where member.user_id = open.user_id and member.privilege_level = ${sql.lit(privilegeLevel.guest)}
  limit 1)`

/** What a guest reaches whose membership was withdrawn. */
const noProject = '00000000-0000-0000-0000-000000000000'

/**
 * The person of a session that is open at this moment, and a note that it is in use: one statement. Nothing when the
 * session ended, or its person was disabled, or a guest's time is over.
 */
export async function actorOfSession(db: Database, sessionId: string, now: number): Promise<ActorFacts | undefined> {
  const at = instantOf(now)
  const { rows } = await sql<ActorFacts>`
    with open as (
      select session.*, app_user.email, app_user.role, app_user.home_customer_id,
        app_user.must_update_password, app_user.guest
      from session join app_user on app_user.id = session.user_id
      where session.id = ${sessionId} and ${isOpen(at)} and ${isUsable(at)}
        and ${isWithinGuestTime(at)}
    ), noted as (
      update session set last_seen_at = ${at} from open
      where session.id = open.id and session.last_seen_at < ${at}::timestamptz - make_interval(secs => ${noteEverySeconds})
    )
    select user_id as id, email, role is not null as "isStaff", home_customer_id as "homeCustomer",
      must_update_password as "mustUpdatePassword", method, ${loginMethodOf('open')} as "loginMethod",
      coalesce(guest_project_id, case when guest then coalesce(${projectOfGuest}, ${noProject}::uuid) end) as "guestOf",
      second_factor as "secondFactor", proved_at as "provedAt",
      ${officesOf('open.user_id')} as offices, ${tooOldFor('open', at)} as "tooOldFor"
    from open`.execute(db)
  return rows[0]
}
