import type { ProfileChange } from '@lintel/contract/people/change-set-inputs'
import type { ChangeSetRow } from '@lintel/contract/people/change-sets'
import { type CustomerUserProfilePatch, customerUserProfiles } from '@lintel/contract/people/customer-user-profiles'
import { sql } from 'kysely'
import { uuidv7 } from 'uuidv7'
import { selectFields } from '../../../platform/columns'
import type { Database, Transaction } from '../../../platform/database'
import { anyOf, uuidOrNil } from '../../../platform/rows'
import { profileColumns } from '../../customer-user-profiles/customer-user-profile-columns'
import { belongsToCustomer } from '../../users/belongs-to-customer.store'
import type { AppliedChangeSet, ChangedRecord, PlannedChangeSet } from '../engine/change-kind'
import { resultVersionOf } from '../engine/result-versions.store'

/** The changed fields of a profile before or after a change; an organization by its id. */
type ProfileFields = CustomerUserProfilePatch

/** A row that changes a profile. */
export interface ProfileRow {
  number: number
  /** Internal id of the person. */
  user: string
  /** Id of the existing or new profile. */
  profile: string
  /** Null where there was no profile. */
  version: number | null
  before: ProfileFields | null
  after: ProfileFields
  /** The version of the profile after the row was applied. */
  result: number
  remains: boolean
}

/** Equal, where null and undefined are the same. */
const isSame = (one: unknown, other: unknown): boolean => (one ?? null) === (other ?? null)

/** Plans the change of a profile, as the row with that number. */
export async function insertProfileRow(
  db: Transaction,
  { id, customer }: PlannedChangeSet,
  { number, user, profile: requested }: { number: number; user: string; profile: ProfileChange },
): Promise<void> {
  const { expectedVersion, expected = {}, ...patch } = requested
  const email = user.trim().toLowerCase()
  const stored = await findStoredProfile(db, customer, email)
  const profile = stored?.profile
  const fields = Object.keys(patch) as (keyof ProfileFields)[]
  const before = profile && Object.fromEntries(fields.map((field) => [field, profile[field]]))
  const isChangedMeanwhile =
    (expectedVersion !== undefined && expectedVersion !== (profile?.version ?? 0)) ||
    Object.entries(expected).some(([field, value]) => !isSame(value, profile?.[field as keyof ProfileFields]))
  const names = await organizationNames(db, customer, [before?.userOrganization, patch.userOrganization])
  const isOrganizationMissing = patch.userOrganization != null && !names.has(patch.userOrganization.toLowerCase())
  const conflict =
    stored === undefined ? 'unknownPerson' : isChangedMeanwhile || isOrganizationMissing ? 'changedMeanwhile' : null
  const same = profile && fields.every((field) => isSame(patch[field], profile[field]))
  await db
    .insertInto('change_set_row')
    .values({
      change_set_id: id,
      number,
      outcome: conflict ? 'conflict' : same ? 'same' : 'change',
      user_id: stored?.user ?? null,
      object: JSON.stringify({
        type: customerUserProfiles.type,
        id: profile?.id ?? uuidv7(),
        ...(stored === undefined && { given: { user } }),
      }),
      before: before ? JSON.stringify(withOrganizationName(before, names)) : null,
      after: conflict ? null : JSON.stringify(withOrganizationName(patch, names)),
      conflict,
      version: profile?.version ?? null,
    })
    .execute()
}

/** The names of organizations of the customer, by id. */
export async function organizationNames(db: Database, customer: string, ids: readonly (string | null | undefined)[]) {
  const known = ids.filter((id) => id != null)
  if (known.length === 0) return new Map<string, string>()
  const found = await db
    .selectFrom('user_organization')
    .select(['id', 'name'])
    .where('customer_id', '=', uuidOrNil(customer))
    .where('id', '=', anyOf(known))
    .execute()
  return new Map(found.map(({ id, name }) => [id, name]))
}

/** Adds the name of the organization to the fields, for readers of the row. */
const withOrganizationName = (fields: Partial<ProfileChange>, names: ReadonlyMap<string, string>) =>
  fields.userOrganization ? { ...fields, organizationName: names.get(fields.userOrganization) } : fields

/** The fields of a profile as a row has them, without the name of the organization. */
export function profileFieldsIn(state: ChangeSetRow['before']): ProfileFields {
  const { organizationName: _, ...fields } = state ?? {}
  return fields
}

/** The person, if they belong to the customer, and their profile there. */
async function findStoredProfile(db: Database, customer: string, email: string) {
  const person = await db
    .selectFrom('app_user as person')
    .select('person.id')
    .where('person.email', '=', email)
    .where('person.deleted_at', 'is', null)
    .where(belongsToCustomer('person', customer))
    .executeTakeFirst()
  if (!person) return undefined
  const profile = await db
    .selectFrom('customer_user_profile as profile')
    .select(['profile.id', 'profile.version', ...selectFields(profileColumns, 'profile')])
    .where('profile.customer_id', '=', uuidOrNil(customer))
    .where('profile.user_id', '=', person.id)
    .executeTakeFirst()
  return { user: person.id, profile }
}

/** The profile row, if the change set changes a profile. */
export async function findProfileRow(db: Database, id: string): Promise<ProfileRow | undefined> {
  const { rows } = await sql<ProfileRow>`
    select number, user_id as user, object ->> 'id' as profile, version, ${resultVersionOf('row')} as result,
      before - 'organizationName' as before, after - 'organizationName' as after, remains
    from change_set_row as row where change_set_id = ${id} and outcome = 'change' and project_id is null`.execute(db)
  return rows[0]
}

/** The profile was modified or removed since, or an organization to restore no longer exists. */
export async function isProfileTouched(
  db: Database,
  { customer }: AppliedChangeSet,
  row: ProfileRow,
): Promise<boolean> {
  const found = await db
    .selectFrom('customer_user_profile')
    .select('version')
    .where('customer_id', '=', uuidOrNil(customer))
    .where('id', '=', row.profile)
    .executeTakeFirst()
  if (found?.version !== row.result) return true
  const employer = row.before?.userOrganization
  if (!employer) return false
  const organization = db.selectFrom('user_organization').select('id').where('customer_id', '=', uuidOrNil(customer))
  return (await organization.where('id', '=', employer).executeTakeFirst()) === undefined
}

/** The current version of the profile that a change set changes; undefined if it changes none. */
export async function findChangedProfile(db: Database, id: string): Promise<ChangedRecord | undefined> {
  const row = await findProfileRow(db, id)
  if (!row || row.remains) return undefined
  const found = await db
    .selectFrom('customer_user_profile')
    .select('version')
    .where('id', '=', row.profile)
    .executeTakeFirst()
  return { type: customerUserProfiles.type, id: row.profile, version: found?.version ?? null }
}
