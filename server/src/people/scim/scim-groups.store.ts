import { sql } from 'kysely'
import { uuidv7 } from 'uuidv7'
import { instantOf } from '../../platform/clock'
import type { Change } from '../../platform/context'
import type { Database, Transaction } from '../../platform/database'
import { anyOf, grouped, isUuid, mustHaveChanged, mustHaveRemoved, uuidOrNil } from '../../platform/rows'
import type { ListWanted } from './scim-answer'
import type { Filter } from './scim-filter'
import type { ScimGroup, ScimGroupRow, ScimMember } from './scim-groups'
import { groupSchemaId } from './scim-schema'
import { displayName, isOfDirectory } from './scim-users.store'
import { type FilterColumn, type FilterColumns, orderOf, whereElement, whereOf } from './scim-where.store'

type Db = Database | Transaction

/** People of a group who are of the directory, as `profile` and `person`: those whom the interface for users shows. */
const members = (customer: string) => sql`
  directory_group_member as member
  join customer_user_profile as profile on profile.customer_id = member.customer_id and profile.user_id = member.user_id
  join app_user as person on person.id = member.user_id and person.deleted_at is null
    and ${isOfDirectory(customer)}`

/** What a member is shown as: as the user is. */
const memberName = sql`coalesce(${displayName()}, person.email)`

/** The parts of members, by the paths of their attributes. */
const memberColumns = {
  members: { value: sql.ref('profile.id'), type: 'id' },
  'members.value': { value: sql.ref('profile.id'), type: 'id' },
  'members.display': { value: memberName, type: 'text' },
  'members.type': { value: sql`'User'::text`, type: 'text' },
} as const satisfies FilterColumns

/** The attributes that filters and orders may name. */
const groupColumns = (customer: string): FilterColumns => {
  const ofSome: FilterColumn['ofSome'] = (condition) => sql`exists (
    select from ${members(customer)} where member.group_id = directory_group.id and ${condition})`
  return {
    id: { value: sql.ref('directory_group.id'), type: 'id' },
    externalid: { value: sql.ref('directory_group.external_id'), type: 'text', caseExact: true },
    displayname: { value: sql.ref('directory_group.name'), type: 'text' },
    schemas: { value: sql`${groupSchemaId}::text`, type: 'text' },
    'meta.resourcetype': { value: sql`'Group'::text`, type: 'text', caseExact: true },
    'meta.version': { value: sql`'W/"' || directory_group.version || '"'`, type: 'text', caseExact: true },
    'meta.created': { value: sql.ref('directory_group.created_at'), type: 'time' },
    'meta.lastmodified': { value: sql.ref('directory_group.updated_at'), type: 'time' },
    ...Object.fromEntries(Object.entries(memberColumns).map(([path, column]) => [path, { ...column, ofSome }])),
  }
}

const columns = sql`
  directory_group.id, directory_group.version, directory_group.name as "displayName",
  directory_group.external_id as "externalId", directory_group.created_at as "createdAt",
  directory_group.updated_at as "updatedAt"`

/** A part of the list, and how many there are in all. */
export async function listGroups(
  db: Db,
  customer: string,
  { filter, sortBy, isDescending, offset, limit }: ListWanted,
): Promise<{ rows: ScimGroupRow[]; total: number }> {
  const known = groupColumns(customer)
  const wanted = sql`from directory_group
    where directory_group.customer_id = ${uuidOrNil(customer)} and ${filter ? whereOf(filter, known) : sql`true`}`
  const order = orderOf(sortBy, isDescending, known)
  const counted = await sql<{ total: number }>`select count(*)::int as total ${wanted}`.execute(db)
  const total = counted.rows[0]?.total ?? 0
  if (limit === 0 || offset >= total) return { rows: [], total }
  const { rows } = await sql<ScimGroupRow>`
    select ${columns} ${wanted} order by ${order}, directory_group.id limit ${limit} offset ${offset}`.execute(db)
  return { rows, total }
}

export async function findGroup(db: Db, customer: string, id: string): Promise<ScimGroupRow | undefined> {
  const { rows } = await sql<ScimGroupRow>`
    select ${columns} from directory_group
    where directory_group.customer_id = ${uuidOrNil(customer)} and directory_group.id = ${uuidOrNil(id)}`.execute(db)
  return rows[0]
}

/** How many members each of these groups has. */
export async function countMembers(
  db: Db,
  customer: string,
  groups: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const { rows } = await sql<{ id: string; count: number }>`
    select member.group_id as id, count(*)::int as count from directory_group_member as member
    where member.customer_id = ${uuidOrNil(customer)} and member.group_id = ${anyOf(groups)}
    group by member.group_id`.execute(db)
  return new Map(rows.map(({ id, count }) => [id, count]))
}

/** The members of these groups, by the group, in the order of their ids. */
export async function membersOf(
  db: Db,
  customer: string,
  groups: readonly string[],
): Promise<ReadonlyMap<string, readonly ScimMember[]>> {
  const { rows } = await sql<ScimMember & { group: string }>`
    select member.group_id as group, profile.id as value, ${memberName} as display
    from ${members(customer)} where member.group_id = ${anyOf(groups)} order by member.group_id, profile.id`.execute(db)
  return grouped(rows, ({ group }) => group)
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
  mustHaveChanged(
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
  mustHaveRemoved(await statement.executeTakeFirstOrThrow())
}

/** Another group of the customer has this name, whatever its case. */
export async function isNameTaken(db: Db, customer: string, name: string, group: string | null): Promise<boolean> {
  const { rows } = await sql`
    select from directory_group where customer_id = ${uuidOrNil(customer)} and lower(name) = lower(${name}::text)
      and id is distinct from ${group}::uuid`.execute(db)
  return rows.length > 0
}

/** Puts users of the directory into a group, and gives the people (internal ids) who were not in it; `unknown` names one who is no user. */
export async function joinGroup(
  db: Transaction,
  customer: string,
  group: string,
  users: readonly string[],
): Promise<{ joined: string[]; unknown: string | undefined }> {
  if (users.length === 0) return { joined: [], unknown: undefined }
  const { rows } = await sql<{ id: string; person: string }>`
    select profile.id, profile.user_id as person from customer_user_profile as profile
    join app_user as person on person.id = profile.user_id and person.deleted_at is null
      and ${isOfDirectory(customer)}
    where profile.customer_id = ${uuidOrNil(customer)} and profile.id = ${anyOf(users)}`.execute(db)
  const known = new Set(rows.map(({ id }) => id))
  const unknown = users.find((id) => !isUuid(id) || !known.has(id.toLowerCase()))
  if (unknown !== undefined) return { joined: [], unknown }
  const added = await sql<{ id: string }>`
    insert into directory_group_member (group_id, user_id, customer_id, source)
    select ${group}::uuid, person, ${uuidOrNil(customer)}::uuid, 'scim' from unnest(${rows.map(({ person }) => person)}::uuid[]) as person
    on conflict do nothing returning user_id as id`.execute(db)
  return { joined: added.rows.map(({ id }) => id), unknown: undefined }
}

/** Who leaves a group: users by their ids, those who meet a filter, or all but some users. */
export type Leaving = { users: readonly string[] } | { filter: Filter } | { allBut: readonly string[] }

/**
 * Takes users of the directory out of a group, and gives the people (internal ids) who left. Who is meant is found first: a removal that
 * joined the group with itself would compare each of its rows with each.
 */
export async function leaveGroup(
  db: Transaction,
  customer: string,
  group: string,
  leaving: Leaving,
): Promise<string[]> {
  if ('users' in leaving && leaving.users.length === 0) return []
  const meant =
    'users' in leaving
      ? sql`select user_id as id from customer_user_profile
          where customer_id = ${uuidOrNil(customer)} and id = ${anyOf(leaving.users)}`
      : sql`select member.user_id as id from ${members(customer)} where member.group_id = ${group} and ${
          'filter' in leaving
            ? whereElement(leaving.filter, 'members', memberColumns)
            : sql`profile.id <> all(${leaving.allBut.filter(isUuid)}::uuid[])`
        }`
  const people = (await sql<{ id: string }>`${meant}`.execute(db)).rows.map(({ id }) => id)
  const { rows } = await sql<{ id: string }>`
    delete from directory_group_member where group_id = ${group} and user_id = ${anyOf(people)}
    returning user_id as id`.execute(db)
  return rows.map(({ id }) => id)
}

/** The email addresses of people, in order, no more than `most`. */
export async function emailsOf(db: Db, people: readonly string[], most: number): Promise<string[]> {
  const { rows } = await sql<{ email: string }>`
    select email from app_user where id = ${anyOf(people)} order by email limit ${most}`.execute(db)
  return rows.map(({ email }) => email)
}
