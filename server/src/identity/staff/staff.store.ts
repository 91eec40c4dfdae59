import { instantOf } from '../../platform/clock'
import type { Transaction } from '../../platform/database'

/** The existing account of a new staff member, locked. */
export const lockStaffAccount = (db: Transaction, email: string) =>
  db
    .selectFrom('app_user')
    .leftJoin('password_credential', 'password_credential.user_id', 'app_user.id')
    .select(['app_user.id', 'password_credential.user_id as hasPassword'])
    .where('app_user.email', '=', email)
    .forUpdate('app_user')
    .executeTakeFirst()

/** Gives an account the staff role; creates it if there is none. A guest's becomes a full account without an end. */
export const upsertStaff = (db: Transaction, { id, email, now }: { id: string; email: string; now: number }) =>
  db
    .insertInto('app_user')
    .values({
      id,
      email,
      role: 'rendra_staff',
      must_update_password: true,
      must_update_profile: true,
      email_verified_at: instantOf(now),
      email_verified_by: 'staff',
      created_at: instantOf(now),
      updated_at: instantOf(now),
    })
    .onConflict((conflict) =>
      conflict.column('email').doUpdateSet((eb) => ({
        role: 'rendra_staff',
        must_update_password: true,
        is_inactive: false,
        guest: false,
        expiration_date: null,
        updated_at: instantOf(now),
        version: eb('app_user.version', '+', 1),
      })),
    )
    .execute()
