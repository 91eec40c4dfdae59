import type { Person } from '@lintel/contract/people/permissions'
import type { UserProfile, UserProfilePatch } from '@lintel/contract/people/user-profiles'
import { displayName } from '@lintel/contract/people/users'
import { sql } from 'kysely'
import type { Database, Transaction } from '../../platform/database'
import { columnsOf, mustHaveChanged } from '../../platform/rows'

type Db = Database | Transaction

/** One's own profile: nobody has another's. What says nothing yet is null. */
export async function findOwn(db: Db, actor: Person, id: string): Promise<UserProfile | undefined> {
  const row = await db
    .selectFrom('app_user')
    .select([
      'email as id',
      'version',
      sql<string>`name`.as('name'),
      sql<string | null>`nullif(given_name, '')`.as('givenName'),
      sql<string | null>`nullif(family_name, '')`.as('familyName'),
      sql<string | null>`nullif(organization, '')`.as('organization'),
      sql<string | null>`nullif(phone, '')`.as('phone'),
      sql<string | null>`nullif(title, '')`.as('title'),
      sql<UserProfile['role']>`role`.as('role'),
      'must_update_password as mustUpdatePassword',
      'must_update_profile as mustUpdateProfile',
      'externally_identified as externallyIdentified',
    ])
    .where('id', '=', actor.id)
    .where('email', '=', id.toLowerCase())
    .executeTakeFirst()
  if (!row) return undefined
  const { name, ...profile } = row
  return { ...profile, displayName: displayName({ name, email: row.id }) }
}

/** Saves a profile that is complete now. */
export async function complete(db: Db, { id, version }: UserProfile, patch: UserProfilePatch): Promise<void> {
  const columns = columnsOf(patch, {
    givenName: 'given_name',
    familyName: 'family_name',
    organization: 'organization',
    phone: 'phone',
    title: 'title',
  })
  mustHaveChanged(
    await db
      .updateTable('app_user')
      .set({ ...columns, must_update_profile: false, updated_at: sql`now()`, version: version + 1 })
      .where('email', '=', id)
      .where('version', '=', version)
      .executeTakeFirstOrThrow(),
  )
}
