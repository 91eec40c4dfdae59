import type { Person } from '@lintel/contract/people/permissions'
import { sql } from 'kysely'
import { loginMethodOf } from '../../../identity/sessions/login-method.store'
import type { Database } from '../../../platform/database'

/** The person who requested a job, with their current permissions; undefined when the account is deleted, inactive or a guest's. */
export async function loadJobActor(db: Database, id: string, sessionId: string): Promise<Person | undefined> {
  const { rows } = await sql<Pick<Person, 'email' | 'isStaff' | 'homeCustomer' | 'administers' | 'loginMethod'>>`
    select email, role is not null as "isStaff", home_customer_id as "homeCustomer",
      (select ${loginMethodOf('session')} from session where session.id = ${sessionId} and role is null) as "loginMethod",
      array(select customer_id from customer_admin where customer_admin.user_id = person.id
        and not customer_admin.awaits_proof) as administers
    from app_user as person
    where id = ${id} and deleted_at is null and not is_inactive and not guest`.execute(db)
  const [row] = rows
  if (!row) return undefined
  return {
    kind: 'person',
    id,
    sessionId,
    ...row,
    readsFor: [],
    closedCustomers: [],
    guestOf: null,
    method: 'password',
    provedAt: new Date(0).toISOString(),
    restriction: null,
  }
}
