import { sql } from 'kysely'
import { uuidv7 } from 'uuidv7'
import { instantOf } from '../../platform/clock'
import type { Change } from '../../platform/context'
import type { Database, Transaction } from '../../platform/database'
import { anyOf, assertChanged, assertRemoved, groupBy, isUuid, uuidOrNil } from '../../platform/rows'
import type { Filter } from './scim-filter'
import {
  elementCondition,
  type FilterColumn,
  type FilterColumns,
  filterCondition,
  orderExpression,
} from './scim-filter-sql.store'
import { groupVersions, type ScimGroup, type ScimGroupRow, type ScimMember } from './scim-groups'
import type { ListCriteria } from './scim-protocol'
import { groupSchemaId } from './scim-schema'
import { displayName, isInDirectory } from './scim-users.store'

/** Joins the members of a group who are in the directory, as `profile` and `person`: those that the user interface of SCIM returns. */
const directoryMembers = (customer: string) => sql`
  directory_group_member as member
  join customer_user_profile as profile on profile.customer_id = member.customer_id and profile.user_id = member.user_id
  join app_user as person on person.id = member.user_id and person.deleted_at is null
    and ${isInDirectory(customer)}`

/** The display name of a member, as of the user. */
const memberName = sql`coalesce(${displayName()}, person.email)`

/** The sub-attributes of members, by path. */
const memberColumns = {
  members: { value: sql.ref('profile.id'), type: 'id' },
  'members.value': { value: sql.ref('profile.id'), type: 'id' },
  'members.display': { value: memberName, type: 'text' },
  'members.type': { value: sql`'User'::text`, type: 'text' },
} as const satisfies FilterColumns

/** The version of a group as an ETag, without that of its members. */
const etag = sql`'W/"' || directory_group.version || '"'`

/** The attributes that filters and sorting accept. */
const groupColumns = (customer: string): FilterColumns => {
  const existsWhere: FilterColumn['existsWhere'] = (condition) => sql`exists (
    select from ${directoryMembers(customer)} where member.group_id = directory_group.id and ${condition})`
  return {
    id: { value: sql.ref('directory_group.id'), type: 'id' },
    externalid: { value: sql.ref('directory_group.external_id'), type: 'text', caseExact: true },
    displayname: { value: sql.ref('directory_group.name'), type: 'text' },
    schemas: { value: sql`${groupSchemaId}::text`, type: 'text' },
    'meta.resourcetype': { value: sql`'Group'::text`, type: 'text', caseExact: true },
    'meta.version': { value: sql`(${etag})`, type: 'text', caseExact: true, toCompared: groupVersions },
    'meta.created': { value: sql.ref('directory_group.created_at'), type: 'time' },
    'meta.lastmodified': { value: sql.ref('directory_group.updated_at'), type: 'time' },
    ...Object.fromEntries(Object.entries(memberColumns).map(([path, column]) => [path, { ...column, existsWhere }])),
  }
}

const columns = sql`
  directory_group.id, directory_group.version, ${etag} as etag, directory_group.name as "displayName",
  directory_group.external_id as "externalId", directory_group.created_at as "createdAt",
  directory_group.updated_at as "updatedAt"`

/** A page of the list, and the total count. */
export async function listGroups(
  db: Database,
  customer: string,
  { filter, sortBy, isDescending, offset, limit }: ListCriteria,
): Promise<{ rows: ScimGroupRow[]; total: number }> {
  const known = groupColumns(customer)
  const wanted = sql`from directory_group
    where directory_group.customer_id = ${uuidOrNil(customer)} and ${filter ? filterCondition(filter, known) : sql`true`}`
  const order = orderExpression(sortBy, isDescending, known)
  const counted = await sql<{ total: number }>`select count(*)::int as total ${wanted}`.execute(db)
  const total = counted.rows[0]?.total ?? 0
  if (limit === 0 || offset >= total) return { rows: [], total }
  const { rows } = await sql<ScimGroupRow>`
    select ${columns} ${wanted} order by ${order}, directory_group.id limit ${limit} offset ${offset}`.execute(db)
  return { rows, total }
}

export async function findGroup(db: Database, customer: string, id: string): Promise<ScimGroupRow | undefined> {
  const { rows } = await sql<ScimGroupRow>`
    select ${columns} from directory_group
    where directory_group.customer_id = ${uuidOrNil(customer)} and directory_group.id = ${uuidOrNil(id)}`.execute(db)
  return rows[0]
}

/** The number of members of each group. */
export async function countMembers(
  db: Database,
  customer: string,
  groups: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const { rows } = await sql<{ id: string; count: number }>`
    select member.group_id as id, count(*)::int as count from directory_group_member as member
    where member.customer_id = ${uuidOrNil(customer)} and member.group_id = ${anyOf(groups)}
    group by member.group_id`.execute(db)
  return new Map(rows.map(({ id, count }) => [id, count]))
}

/** The members of these groups, by group, ordered by id. */
export async function membersOf(
  db: Database,
  customer: string,
  groups: readonly string[],
): Promise<ReadonlyMap<string, readonly ScimMember[]>> {
  const { rows } = await sql<ScimMember & { group: string }>`
    select member.group_id as group, profile.id as value, ${memberName} as display
    from ${directoryMembers(customer)} where member.group_id = ${anyOf(groups)} order by member.group_id, profile.id`.execute(
    db,
  )
  return groupBy(rows, ({ group }) => group)
}

export async function addGroup(
  { db, now }: Change,
  customer: string,
  { displayName: name, externalId }: ScimGroup,
): Promise<string> {
  const id = uuidv7()
  await db
    .insertInto('directory_group')
    .values({
      id,
      customer_id: uuidOrNil(customer),
      name,
      external_id: externalId,
      source: 'scim',
      created_at: instantOf(now),
      updated_at: instantOf(now),
    })
    .execute()
  return id
}

export async function changeGroup(
  { db, now }: Change,
  { id, version }: ScimGroupRow,
  { displayName: name, externalId }: ScimGroup,
): Promise<void> {
  assertChanged(
    await db
      .updateTable('directory_group')
      .set({ name, external_id: externalId, updated_at: instantOf(now), version: version + 1 })
      .where('id', '=', id)
      .where('version', '=', version)
      .executeTakeFirstOrThrow(),
  )
}

export async function removeGroup(db: Transaction, { id, version }: ScimGroupRow): Promise<void> {
  const statement = db.deleteFrom('directory_group').where('id', '=', id).where('version', '=', version)
  assertRemoved(await statement.executeTakeFirstOrThrow())
}

/** Another group of the customer has this name, ignoring case. */
export async function isNameTaken(
  db: Database,
  customer: string,
  name: string,
  group: string | null,
): Promise<boolean> {
  const { rows } = await sql`
    select from directory_group where customer_id = ${uuidOrNil(customer)} and lower(name) = lower(${name}::text)
      and id is distinct from ${group}::uuid`.execute(db)
  return rows.length > 0
}

/** The people (internal ids) whom a directory added to a group; `unknown` is the first id that is no user, and then nobody is added. */
interface AddedMembers {
  /** Those who are new in the group. */
  joined: string[]
  /** Those whom an import had brought into it, and who belong to SCIM from now on. */
  adopted: string[]
  unknown: string | undefined
}

/** Adds directory users to a group. Later imports and undos of imports leave those who were in it by an import, too. */
export async function addToGroup(
  db: Transaction,
  customer: string,
  group: string,
  users: readonly string[],
): Promise<AddedMembers> {
  if (users.length === 0) return { joined: [], adopted: [], unknown: undefined }
  const { rows } = await sql<{ id: string; person: string }>`
    select profile.id, profile.user_id as person from customer_user_profile as profile
    join app_user as person on person.id = profile.user_id and person.deleted_at is null
      and ${isInDirectory(customer)}
    where profile.customer_id = ${uuidOrNil(customer)} and profile.id = ${anyOf(users)}`.execute(db)
  const known = new Set(rows.map(({ id }) => id))
  const unknown = users.find((id) => !isUuid(id) || !known.has(id.toLowerCase()))
  if (unknown !== undefined) return { joined: [], adopted: [], unknown }
  const added = await sql<{ id: string; isNew: boolean }>`
    insert into directory_group_member (group_id, user_id, customer_id, source)
    select ${group}::uuid, person, ${uuidOrNil(customer)}::uuid, 'scim' from unnest(${rows.map(({ person }) => person)}::uuid[]) as person
    on conflict (group_id, user_id) do update set source = 'scim' where directory_group_member.source = 'import'
    returning user_id as id, xmax = 0 as "isNew"`.execute(db)
  const those = (isNew: boolean) => added.rows.filter((row) => row.isNew === isNew).map(({ id }) => id)
  return { joined: those(true), adopted: those(false), unknown: undefined }
}

/** The members to remove: by id, by filter, or all except some. */
export type MembersToRemove = { users: readonly string[] } | { filter: Filter } | { allBut: readonly string[] }

/**
 * Removes directory users from a group, and returns the people (internal ids) removed. The people are selected first, because a delete that joins
 * the group with itself would compare each row with each.
 */
export async function removeFromGroup(
  db: Transaction,
  customer: string,
  group: string,
  leaving: MembersToRemove,
): Promise<string[]> {
  if ('users' in leaving && leaving.users.length === 0) return []
  const matching =
    'users' in leaving
      ? sql`select user_id as id from customer_user_profile
          where customer_id = ${uuidOrNil(customer)} and id = ${anyOf(leaving.users)}`
      : sql`select member.user_id as id from ${directoryMembers(customer)} where member.group_id = ${group} and ${
          'filter' in leaving
            ? elementCondition(leaving.filter, 'members', memberColumns)
            : sql`profile.id not in (select unnest(${leaving.allBut.filter(isUuid)}::uuid[]))`
        }`
  const people = (await sql<{ id: string }>`${matching}`.execute(db)).rows.map(({ id }) => id)
  const { rows } = await sql<{ id: string }>`
    delete from directory_group_member where group_id = ${group} and user_id = ${anyOf(people)}
    returning user_id as id`.execute(db)
  return rows.map(({ id }) => id)
}

/** The email addresses of people, sorted, at most `limit`. */
export async function emailsOf(db: Database, people: readonly string[], limit: number): Promise<string[]> {
  const { rows } = await sql<{ email: string }>`
    select email from app_user where id = ${anyOf(people)} order by email limit ${limit}`.execute(db)
  return rows.map(({ email }) => email)
}
