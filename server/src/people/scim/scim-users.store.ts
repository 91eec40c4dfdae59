import { privilegeLevel } from '@lintel/contract/people/privilege-levels'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { instantOf } from '../../platform/clock'
import type { Change } from '../../platform/context'
import type { Database, Transaction } from '../../platform/database'
import { uuidOrNil } from '../../platform/rows'
import { type FilterColumns, filterCondition, orderExpression } from './scim-filter-sql.store'
import type { ListCriteria } from './scim-protocol'
import { enterpriseSchemaId, userSchemaId } from './scim-schema'

/** A stored user of a directory. */
export interface ScimUserRow {
  /** Id of their profile at the customer. */
  id: string
  /** Version of the profile. */
  version: number
  /** Version of what the directory is shown. */
  etag: string
  /** Internal id of the person. */
  user: string
  email: string
  firstName: string | null
  lastName: string | null
  title: string | null
  phone: string | null
  /** The type of the telephone number in the directory. */
  phoneType: string | null
  organization: string | null
  externalId: string | null
  active: boolean
  /** An import has disabled them. */
  isDisabled: boolean
  createdAt: string
  updatedAt: string
}

/**
 * The ETag of a user: the version of the profile, and a hash of what is shown of the account and of the organization, which have versions of their
 * own that also count what is not shown.
 */
const etag = sql`'W/"' || profile.version || '.' ||
  to_hex(hashtextextended(jsonb_build_array(person.email, organization.name)::text, 0)) || '"'`

/** When a user changed last: the profile, the account with its address, or the organization with its name. */
const updatedAt = sql`greatest(profile.updated_at, person.updated_at, organization.updated_at)`

/** Neither SCIM nor an import has deactivated the user. */
const isActive = sql`coalesce(scim.active, true) and not profile.is_disabled`

/** The attributes that filters and sorting accept. */
const userColumns: FilterColumns = {
  id: { value: sql.ref('profile.id'), type: 'id' },
  externalid: { value: sql.ref('scim.external_id'), type: 'text', caseExact: true },
  username: { value: sql.ref('person.email'), type: 'text', isLowerCase: true },
  displayname: { value: sql`${displayName()}`, type: 'text' },
  name: { value: sql`${displayName()}`, type: 'text' },
  'name.givenname': { value: sql.ref('profile.first_name'), type: 'text' },
  'name.familyname': { value: sql.ref('profile.last_name'), type: 'text' },
  'name.formatted': { value: sql`${displayName()}`, type: 'text' },
  title: { value: sql.ref('profile.title'), type: 'text' },
  active: { value: sql`(${isActive})`, type: 'boolean' },
  emails: { value: sql.ref('person.email'), type: 'text', isLowerCase: true },
  'emails.value': { value: sql.ref('person.email'), type: 'text', isLowerCase: true },
  'emails.type': { value: sql`'work'::text`, type: 'text', isLowerCase: true },
  'emails.primary': { value: sql`true`, type: 'boolean' },
  phonenumbers: { value: sql.ref('profile.phone'), type: 'text' },
  'phonenumbers.value': { value: sql.ref('profile.phone'), type: 'text' },
  'phonenumbers.type': {
    value: sql`case when profile.phone is not null then coalesce(scim.phone_type, 'work') end`,
    type: 'text',
  },
  'phonenumbers.primary': { value: sql`case when profile.phone is not null then true end`, type: 'boolean' },
  organization: { value: sql.ref('organization.name'), type: 'text' },
  schemas: {
    ...{ value: sql.ref('present.schema'), type: 'text' },
    existsWhere: (condition) => sql`exists (
      select from (values (${userSchemaId}::text, true), (${enterpriseSchemaId}::text, organization.name is not null)) as present (schema, is_present)
      where present.is_present and ${condition})`,
  },
  'meta.resourcetype': { value: sql`'User'::text`, type: 'text', caseExact: true },
  'meta.version': { value: sql`(${etag})`, type: 'text', caseExact: true },
  'meta.created': { value: sql.ref('profile.created_at'), type: 'time' },
  'meta.lastmodified': { value: updatedAt, type: 'time' },
}

/** The full name of a row `profile`; null without any name. */
export function displayName() {
  return sql`nullif(concat_ws(' ', profile.first_name, profile.last_name), '')`
}

/** Joins people with a profile at the customer who are in its directory; SCIM manages nobody else. */
const fromDirectory = (customer: string) => sql`
  from customer_user_profile as profile
  join app_user as person on person.id = profile.user_id and person.deleted_at is null
  left join scim_user as scim on scim.profile_id = profile.id
  left join user_organization as organization on organization.id = profile.user_organization_id
  where profile.customer_id = ${uuidOrNil(customer)} and ${isInDirectory(customer)}`

/**
 * A condition on `profile` and `person`: the email domain is verified for the customer, or SCIM has written the user. A user once written stays in
 * reach whatever becomes of the email, so that the directory can end their access.
 */
export const isInDirectory = (customer: string) => sql<SqlBool>`(${isInVerifiedDomain(customer, sql`person.email`)}
  or exists (select from scim_user as written where written.profile_id = profile.id))`

/** The domain of an address is verified for the customer. */
const isInVerifiedDomain = (
  customer: string,
  email: RawBuilder<unknown>,
) => sql<SqlBool>`split_part(${email}, '@', 2) in (
  select domain from customer_domain where customer_id = ${uuidOrNil(customer)} and state = 'verified')`

const columns = sql`
  profile.id, profile.version, ${etag} as etag, profile.user_id as "user", person.email, profile.first_name as "firstName",
  profile.last_name as "lastName", profile.title, profile.phone, organization.name as organization,
  scim.external_id as "externalId", scim.phone_type as "phoneType", ${isActive} as active, profile.is_disabled as "isDisabled", profile.created_at as "createdAt",
  ${updatedAt} as "updatedAt"`

/** The domain of an address is verified for the customer. */
export async function hasVerifiedDomain(db: Database, customer: string, email: string): Promise<boolean> {
  const { rows } = await sql<{
    is: boolean
  }>`select ${isInVerifiedDomain(customer, sql`${email}::text`)} as is`.execute(db)
  return rows[0]?.is === true
}

/** A page of the list, and the total count. */
export async function listUsers(
  db: Database,
  customer: string,
  { filter, sortBy, isDescending, offset, limit }: ListCriteria,
): Promise<{ rows: ScimUserRow[]; total: number }> {
  const wanted = sql`${fromDirectory(customer)} and ${filter ? filterCondition(filter, userColumns) : sql`true`}`
  const order = orderExpression(sortBy, isDescending, userColumns)
  const counted = await sql<{ total: number }>`select count(*)::int as total ${wanted}`.execute(db)
  const total = counted.rows[0]?.total ?? 0
  if (limit === 0 || offset >= total) return { rows: [], total }
  const { rows } = await sql<ScimUserRow>`
    select ${columns} ${wanted} order by ${order}, profile.id limit ${limit} offset ${offset}`.execute(db)
  return { rows, total }
}

/** The person has a profile at the customer. */
export async function hasProfile(db: Database, customer: string, user: string): Promise<boolean> {
  const { rows } = await sql`
    select from customer_user_profile where customer_id = ${uuidOrNil(customer)} and user_id = ${user}`.execute(db)
  return rows.length > 0
}

export async function findUser(db: Database, customer: string, id: string): Promise<ScimUserRow | undefined> {
  const { rows } = await sql<ScimUserRow>`
    select ${columns} ${fromDirectory(customer)} and profile.id = ${uuidOrNil(id)}`.execute(db)
  return rows[0]
}

/** Locks the profile until the transaction ends; false if there is none. */
export async function lockUser(db: Transaction, customer: string, id: string): Promise<boolean> {
  const { rows } = await sql`
    select from customer_user_profile where customer_id = ${uuidOrNil(customer)} and id = ${uuidOrNil(id)}
    for no key update`.execute(db)
  return rows.length > 0
}

/** The customer's organization with this name, ignoring case. */
export async function findOrganization(
  db: Database,
  customer: string,
  name: string,
): Promise<{ id: string; name: string } | undefined> {
  const { rows } = await sql<{ id: string; name: string }>`
    select id, name from user_organization where customer_id = ${uuidOrNil(customer)} and lower(name) = lower(${name})`.execute(
    db,
  )
  return rows[0]
}

/** The person (internal id) of a profile written by SCIM or disabled by an import; undefined otherwise. */
export async function findDirectoryUserId(db: Database, profile: string): Promise<string | undefined> {
  const { rows } = await sql<{ user: string }>`
    select profile.user_id as "user" from customer_user_profile as profile
    left join scim_user as scim on scim.profile_id = profile.id
    where profile.id = ${uuidOrNil(profile)} and (scim.profile_id is not null or profile.is_disabled)`.execute(db)
  return rows[0]?.user
}

/**
 * Writes the SCIM attributes that are not part of the profile. `active` replaces what an import said of the person; null leaves both as they are.
 */
export const writeScimUser = (
  db: Transaction,
  {
    profile,
    customer,
    externalId,
    active,
    phoneType,
  }: { profile: string; customer: string; externalId: string | null; active: boolean | null; phoneType: string | null },
) =>
  sql`
    with marked as (
      update customer_user_profile set directory_source = 'scim', is_disabled = is_disabled and ${active}::boolean is null
      where id = ${profile} and (directory_source is distinct from 'scim' or is_disabled)
    )
    insert into scim_user (profile_id, customer_id, external_id, active, phone_type)
    values (${profile}, ${uuidOrNil(customer)}, ${externalId}, coalesce(${active}::boolean, true), ${phoneType})
    on conflict (profile_id) do update
      set external_id = excluded.external_id, active = coalesce(${active}::boolean, scim_user.active), phone_type = excluded.phone_type`.execute(
    db,
  )

/** Why a directory may not end a person's access to a customer. */
export type DeactivationBlock = 'staff' | 'administrator' | 'apiUser' | 'owner'

/** The first such reason; undefined if there is none. */
export async function findDeactivationBlock(
  db: Database,
  customer: string,
  user: string,
): Promise<DeactivationBlock | undefined> {
  const { rows } = await sql<{ why: DeactivationBlock | null }>`
    select case when person.role is not null then 'staff'
      when exists (select from customer_admin where customer_id = ${customer} and user_id = person.id) then 'administrator'
      when exists (select from customer_api_user where customer_id = ${customer} and user_id = person.id) then 'apiUser'
      when exists (select from project_member where customer_id = ${customer} and user_id = person.id
        and privilege_level = ${privilegeLevel.owner}) then 'owner' end as why
    from app_user as person where person.id = ${user}`.execute(db)
  return rows[0]?.why ?? undefined
}

/** Removes a person from all groups of the customer's directory. */
export const removeFromAllGroups = ({ db, now }: Change, customer: string, user: string) =>
  sql`
    with removed as (
      delete from directory_group_member where customer_id = ${uuidOrNil(customer)} and user_id = ${user} returning group_id
    )
    update directory_group set version = version + 1, updated_at = ${instantOf(now)}::timestamptz
    where id in (select group_id from removed)`.execute(db)

/** Makes the customer the home of somebody whom its directory creates and who has none, except of staff. */
export const setMissingHomeCustomer = (db: Transaction, customer: string, user: string) =>
  sql`
    update app_user set home_customer_id = ${uuidOrNil(customer)}
    where id = ${user} and home_customer_id is null and role is null`.execute(db)

/** The customer is no longer the home customer of a person who is deleted from its directory. */
export const clearHomeCustomer = (db: Transaction, customer: string, user: string) =>
  sql`
    update app_user set home_customer_id = null where id = ${user} and home_customer_id = ${uuidOrNil(customer)}`.execute(
    db,
  )
