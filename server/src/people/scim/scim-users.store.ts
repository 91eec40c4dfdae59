import { privilegeLevel } from '@lintel/contract/people/privilege-levels'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { instantOf } from '../../platform/clock'
import type { Change } from '../../platform/context'
import type { Database, Transaction } from '../../platform/database'
import { uuidOrNil } from '../../platform/rows'
import type { ListWanted } from './scim-answer'
import { enterpriseSchemaId, userSchemaId } from './scim-schema'
import { type FilterColumns, orderOf, whereOf } from './scim-where.store'

type Db = Database | Transaction

/** Somebody of a directory as they are stored. */
export interface ScimUserRow {
  /** Id of their profile at the customer. */
  id: string
  version: number
  /** Internal id of the person. */
  user: string
  email: string
  firstName: string | null
  lastName: string | null
  title: string | null
  phone: string | null
  /** What the directory says the telephone is for. */
  phoneType: string | null
  organization: string | null
  externalId: string | null
  active: boolean
  createdAt: string
  updatedAt: string
}

/** The attributes that filters and orders may name. */
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
  active: { value: sql`coalesce(scim.active, true)`, type: 'boolean' },
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
    ...{ value: sql.ref('told.schema'), type: 'text' },
    ofSome: (condition) => sql`exists (
      select from (values (${userSchemaId}::text, true), (${enterpriseSchemaId}::text, organization.name is not null)) as told (schema, is_told)
      where told.is_told and ${condition})`,
  },
  'meta.resourcetype': { value: sql`'User'::text`, type: 'text', caseExact: true },
  'meta.version': { value: sql`'W/"' || profile.version || '"'`, type: 'text', caseExact: true },
  'meta.created': { value: sql.ref('profile.created_at'), type: 'time' },
  'meta.lastmodified': { value: sql.ref('profile.updated_at'), type: 'time' },
}

/** Given name and family name as one text; null without either. Of a row `profile`. */
export function displayName() {
  return sql`nullif(concat_ws(' ', profile.first_name, profile.last_name), '')`
}

/** People with a profile at the customer who are of its directory: nobody else is a directory's to keep. */
const ofDirectory = (customer: string) => sql`
  from customer_user_profile as profile
  join app_user as person on person.id = profile.user_id and person.deleted_at is null
  left join scim_user as scim on scim.profile_id = profile.id
  left join user_organization as organization on organization.id = profile.user_organization_id
  where profile.customer_id = ${uuidOrNil(customer)} and ${isOfDirectory(customer)}`

/**
 * Of rows `profile` and `person`: their address is of a domain that is verified for the customer, or its directory has written them.
 * Whom it has written stays in its reach whatever becomes of the address, so that it can end the access that they have here.
 */
export const isOfDirectory = (customer: string) => sql<SqlBool>`(${isOfDomain(customer, sql`person.email`)}
  or exists (select from scim_user as written where written.profile_id = profile.id))`

/** The domain of an address is verified for the customer. */
const isOfDomain = (customer: string, email: RawBuilder<unknown>) => sql<SqlBool>`split_part(${email}, '@', 2) in (
  select domain from customer_domain where customer_id = ${uuidOrNil(customer)} and state = 'verified')`

const columns = sql`
  profile.id, profile.version, profile.user_id as "user", person.email, profile.first_name as "firstName",
  profile.last_name as "lastName", profile.title, profile.phone, organization.name as organization,
  scim.external_id as "externalId", scim.phone_type as "phoneType", coalesce(scim.active, true) as active, profile.created_at as "createdAt",
  profile.updated_at as "updatedAt"`

/** The domain of an address is verified for the customer. */
export async function isOfVerifiedDomain(db: Db, customer: string, email: string): Promise<boolean> {
  const { rows } = await sql<{ is: boolean }>`select ${isOfDomain(customer, sql`${email}::text`)} as is`.execute(db)
  return rows[0]?.is === true
}

/** A part of the list, and how many there are in all. */
export async function listUsers(
  db: Db,
  customer: string,
  { filter, sortBy, isDescending, offset, limit }: ListWanted,
): Promise<{ rows: ScimUserRow[]; total: number }> {
  const wanted = sql`${ofDirectory(customer)} and ${filter ? whereOf(filter, userColumns) : sql`true`}`
  const order = orderOf(sortBy, isDescending, userColumns)
  const counted = await sql<{ total: number }>`select count(*)::int as total ${wanted}`.execute(db)
  const total = counted.rows[0]?.total ?? 0
  if (limit === 0 || offset >= total) return { rows: [], total }
  const { rows } = await sql<ScimUserRow>`
    select ${columns} ${wanted} order by ${order}, profile.id limit ${limit} offset ${offset}`.execute(db)
  return { rows, total }
}

/** The person has a profile at the customer. */
export async function hasProfile(db: Db, customer: string, user: string): Promise<boolean> {
  const { rows } = await sql`
    select from customer_user_profile where customer_id = ${uuidOrNil(customer)} and user_id = ${user}`.execute(db)
  return rows.length > 0
}

export async function findUser(db: Db, customer: string, id: string): Promise<ScimUserRow | undefined> {
  const { rows } = await sql<ScimUserRow>`
    select ${columns} ${ofDirectory(customer)} and profile.id = ${uuidOrNil(id)}`.execute(db)
  return rows[0]
}

/** Keeps others from changing this profile until the transaction ends; false where there is none. */
export async function lockUser(db: Transaction, customer: string, id: string): Promise<boolean> {
  const { rows } = await sql`
    select from customer_user_profile where customer_id = ${uuidOrNil(customer)} and id = ${uuidOrNil(id)}
    for no key update`.execute(db)
  return rows.length > 0
}

/** The organization of the customer with this name, whatever its case; null where there is none. */
export async function organizationNamed(db: Db, customer: string, name: string): Promise<string | null> {
  const { rows } = await sql<{ id: string }>`
    select id from user_organization where customer_id = ${uuidOrNil(customer)} and lower(name) = lower(${name})`.execute(
    db,
  )
  return rows[0]?.id ?? null
}

/** Whom the directory of a customer has written (internal id), by their profile; undefined where it has not. */
export async function findWritten(db: Db, profile: string): Promise<string | undefined> {
  const { rows } = await sql<{ user: string }>`
    select profile.user_id as "user" from scim_user as scim
    join customer_user_profile as profile on profile.id = scim.profile_id
    where scim.profile_id = ${uuidOrNil(profile)}`.execute(db)
  return rows[0]?.user
}

/** Writes what the directory says beside the profile. */
export const writeScimUser = (
  db: Transaction,
  {
    profile,
    customer,
    externalId,
    active,
    phoneType,
  }: { profile: string; customer: string; externalId: string | null; active: boolean; phoneType: string | null },
) =>
  sql`
    with theirs as (
      update customer_user_profile set directory_source = 'scim'
      where id = ${profile} and directory_source is distinct from 'scim'
    )
    insert into scim_user (profile_id, customer_id, external_id, active, phone_type)
    values (${profile}, ${uuidOrNil(customer)}, ${externalId}, ${active}, ${phoneType})
    on conflict (profile_id) do update
      set external_id = excluded.external_id, active = excluded.active, phone_type = excluded.phone_type`.execute(db)

/** What stands against taking somebody's access to a customer. */
export type KeptFor = 'staff' | 'administrator' | 'apiUser' | 'owner'

/** The first of these; undefined where a directory may take the access. */
export async function whyKept(db: Db, customer: string, user: string): Promise<KeptFor | undefined> {
  const { rows } = await sql<{ why: KeptFor | null }>`
    select case when person.role is not null then 'staff'
      when exists (select from customer_admin where customer_id = ${customer} and user_id = person.id) then 'administrator'
      when exists (select from customer_api_user where customer_id = ${customer} and user_id = person.id) then 'apiUser'
      when exists (select from project_member where customer_id = ${customer} and user_id = person.id
        and privilege_level = ${privilegeLevel.owner}) then 'owner' end as why
    from app_user as person where person.id = ${user}`.execute(db)
  return rows[0]?.why ?? undefined
}

/** A membership that ended. */
export interface EndedMembership {
  project: string
  /** An invitation to it waits, or a guest's session may be open. */
  isInvited: boolean
}

/**
 * Ends every membership of somebody at a customer, and remembers those that were given by hand, for when they are active again: what
 * groups of the directory give follows from these.
 */
export async function takeMemberships(
  db: Transaction,
  { id, user }: Pick<ScimUserRow, 'id' | 'user'>,
  customer: string,
): Promise<EndedMembership[]> {
  const { rows } = await sql<EndedMembership>`
    with ended as (
      delete from project_member as member where member.customer_id = ${customer} and member.user_id = ${user} returning member.*
    ), kept as (
      update scim_user set taken = coalesce((select jsonb_agg(jsonb_build_object('project', project_id,
        'level', coalesce((before_directory ->> 'level')::smallint, privilege_level),
        'expirationDate', case when before_directory is null then expiration_date
          else (before_directory ->> 'expirationDate')::timestamptz end,
        'accessUntil', case when before_directory is null then access_until
          else (before_directory ->> 'accessUntil')::timestamptz end,
        'providers', providers))
        from ended where directory_level is null or directory_level <> privilege_level or before_directory is not null), '[]')
      where profile_id = ${id}
    )
    select ended.project_id as project, ended.privilege_level = ${privilegeLevel.guest} or exists (
      select from invitation where invitation.project_id = ended.project_id and invitation.user_id = ${user}
        and invitation.state in ('pending', 'bounced')) as "isInvited"
    from ended`.execute(db)
  return rows
}

/** Gives back the memberships that were taken, in projects that are there still and where nobody gave others since. */
export async function giveBackMemberships(
  { db, now }: Change,
  { id, user }: Pick<ScimUserRow, 'id' | 'user'>,
  customer: string,
): Promise<string[]> {
  const at = instantOf(now)
  const { rows } = await sql<{ project: string }>`
    with given as (
      insert into project_member (project_id, user_id, customer_id, privilege_level, expiration_date, access_until, providers,
        created_at, updated_at)
      select project.id, ${user}::uuid, project.customer_id, taken.level, taken."expirationDate", taken."accessUntil", taken.providers,
        ${at}::timestamptz, ${at}::timestamptz
      from scim_user as scim
      cross join lateral jsonb_to_recordset(scim.taken) as taken (project uuid, level smallint, "expirationDate" timestamptz,
        "accessUntil" timestamptz, providers text[])
      join project on project.id = taken.project and project.customer_id = ${customer} and not project.is_inactive
      where scim.profile_id = ${id}
      on conflict do nothing
      returning project_id
    ), forgotten as (
      update scim_user set taken = '[]' where profile_id = ${id}
    )
    select project_id as project from given`.execute(db)
  return rows.map(({ project }) => project)
}

/** Takes somebody out of every group of the customer's directory. */
export const leaveAllGroups = ({ db, now }: Change, customer: string, user: string) =>
  sql`
    with gone as (
      delete from directory_group_member where customer_id = ${uuidOrNil(customer)} and user_id = ${user} returning group_id
    )
    update directory_group set version = version + 1, updated_at = ${instantOf(now)}::timestamptz
    where id in (select group_id from gone)`.execute(db)

/** Somebody who is deleted from the directory of a customer is not at home there any more. */
export const leaveHome = (db: Transaction, customer: string, user: string) =>
  sql`
    update app_user set home_customer_id = null where id = ${user} and home_customer_id = ${uuidOrNil(customer)}`.execute(
    db,
  )
