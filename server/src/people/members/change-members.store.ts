import type { ProjectMember } from '@lintel/contract/people/members'
import { sql } from 'kysely'
import { instantOf } from '../../platform/clock'
import type { Change } from '../../platform/context'
import type { Transaction } from '../../platform/database'
import { mustHaveChanged, mustHaveRemoved } from '../../platform/rows'
import type { FoundPerson } from '../users/new-person.store'
import type { Terms } from './member-terms'

/** A membership to be written. */
export interface NewMember extends Terms {
  project: string
  customer: string
  user: string
  providers: readonly string[]
  isInvited: boolean
}

export async function insertMember({ db, actor, now }: Change, member: NewMember): Promise<void> {
  const by = actor.kind === 'person' ? actor.id : null
  await db
    .insertInto('project_member')
    .values({
      project_id: member.project,
      customer_id: member.customer,
      user_id: member.user,
      privilege_level: member.privilegeLevel,
      expiration_date: member.expirationDate,
      access_until: member.accessUntil,
      providers: [...member.providers],
      invited_at: member.isInvited ? instantOf(now) : null,
      invited_by: member.isInvited ? by : null,
      created_by: by,
      created_at: instantOf(now),
      updated_at: instantOf(now),
    })
    .execute()
}

export async function updateMember(
  { db, now }: Change,
  { project, user, version }: ProjectMember,
  { privilegeLevel, expirationDate, accessUntil }: Terms,
  providers: readonly string[] | undefined,
): Promise<void> {
  mustHaveChanged(
    await db
      .updateTable('project_member')
      .set({
        privilege_level: privilegeLevel,
        expiration_date: expirationDate,
        access_until: accessUntil,
        ...(providers && { providers: [...providers] }),
        change_set_id: null,
        updated_at: instantOf(now),
        version: version + 1,
      })
      .where('project_id', '=', project)
      .where('user_id', '=', (of) => of.selectFrom('app_user').select('id').where('email', '=', user))
      .where('version', '=', version)
      .executeTakeFirstOrThrow(),
  )
}

export async function deleteMember(db: Transaction, { project, user, version }: ProjectMember): Promise<void> {
  mustHaveRemoved(
    await db
      .deleteFrom('project_member')
      .where('project_id', '=', project)
      .where('user_id', '=', (of) => of.selectFrom('app_user').select('id').where('email', '=', user))
      .where('version', '=', version)
      .executeTakeFirstOrThrow(),
  )
}

/** Ends a membership, whatever has become of it since it was read. */
export const deleteMembership = (db: Transaction, { project, user }: { project: string; user: string }) =>
  db.deleteFrom('project_member').where('project_id', '=', project).where('user_id', '=', user).execute()

/** The last instant of a guest's membership; null when it has none. */
export async function membershipEnd(
  db: Transaction,
  { project, user }: { project: string; user: string },
): Promise<string | null> {
  const member = await db
    .selectFrom('project_member')
    .select('expiration_date')
    .where('project_id', '=', project)
    .where('user_id', '=', user)
    .executeTakeFirst()
  return member?.expiration_date ?? null
}

/**
 * An account without a way in of its own and without another project becomes a guest's or a full one, as it is wanted; every other
 * one stays what it is. Gives what it is then.
 */
export async function settleUnclaimedAccount(
  db: Transaction,
  person: FoundPerson,
  { guest, project }: { guest: boolean; project: string },
): Promise<FoundPerson> {
  if (person.guest === guest) return person
  const { numUpdatedRows } = await db
    .updateTable('app_user')
    .set({ guest, expiration_date: null })
    .where('id', '=', person.id)
    .where('role', 'is', null)
    .where('externally_identified', '=', false)
    .where(
      sql<boolean>`not exists (select from password_credential where user_id = app_user.id)
        and not exists (select from external_identity where user_id = app_user.id)
        and not exists (select from customer_admin where user_id = app_user.id)
        and not exists (select from project_member where user_id = app_user.id and project_id <> ${project})`,
    )
    .executeTakeFirstOrThrow()
  return numUpdatedRows === 1n ? { ...person, guest } : person
}

/** A guest's account ends with their membership (security G6). */
export const endGuestAccount = (db: Transaction, id: string, end: string | null) =>
  db.updateTable('app_user').set({ expiration_date: end }).where('id', '=', id).where('guest', '=', true).execute()

/** Does the person administer this customer? Then they are in all its projects already. */
export async function isAdministrator(db: Transaction, customer: string, user: string): Promise<boolean> {
  const found = await db
    .selectFrom('customer_admin')
    .select('user_id')
    .where('customer_id', '=', customer)
    .where('user_id', '=', user)
    .executeTakeFirst()
  return found !== undefined
}

/** Staff are in every project already. */
export async function isStaffMember(db: Transaction, user: string): Promise<boolean> {
  const { role } = await db.selectFrom('app_user').select('role').where('id', '=', user).executeTakeFirstOrThrow()
  return role !== null
}

/** The number of projects that a person is a member of. */
export async function countMemberships(db: Transaction, user: string): Promise<number> {
  const { memberships } = await db
    .selectFrom('project_member')
    .select(({ fn }) => fn.countAll<number>().as('memberships'))
    .where('user_id', '=', user)
    .executeTakeFirstOrThrow()
  return Number(memberships)
}

/** The person of an email, and whether it is the account of a guest, who has nothing but the one project they were invited to. */
export const personOf = (db: Transaction, email: string): Promise<FoundPerson> =>
  db
    .selectFrom('app_user')
    .select(['id', 'guest'])
    .where('email', '=', email)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()
