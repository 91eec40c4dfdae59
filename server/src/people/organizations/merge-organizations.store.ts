import { type Organization, type OrganizationField, organizationFields } from '@lintel/contract/people/organizations'
import type { Person } from '@lintel/contract/people/permissions'
import { type RawBuilder, sql } from 'kysely'
import { instantOf } from '../../platform/clock'
import { fieldsAsJson, insertFromRowJson, rowAsJson, selectFields, setFromJson } from '../../platform/columns'
import type { Database, Transaction } from '../../platform/database'
import { affectedRows, anyOf } from '../../platform/rows'
import { restoreResultVersions, resultVersionOf } from '../change-sets/engine/result-versions.store'
import { organizationColumns } from './organization-columns'

/** The fields of an organization that a merge uses. */
export type MergedOrganization = Pick<Organization, 'id' | 'version' | OrganizationField>

/** Finds the customer's organizations among these ids. */
export const findOrganizations = (
  db: Database,
  customer: string,
  ids: readonly string[],
): Promise<MergedOrganization[]> =>
  db
    .selectFrom('user_organization as organization')
    .select(['id', 'version', ...selectFields(organizationColumns, 'organization')])
    .where('customer_id', '=', customer)
    .where('id', '=', anyOf(ids))
    .execute()

/** Counts the people of these organizations. */
export async function countMembers(db: Database, customer: string, ids: readonly string[]): Promise<number> {
  const { rows } = await sql<{ members: number }>`
    select count(*)::int as members from customer_user_profile
    where customer_id = ${customer} and user_organization_id = ${anyOf(ids)}`.execute(db)
  return rows[0]?.members ?? 0
}

const asObject = (row: string) => fieldsAsJson(organizationColumns, organizationFields, row)

/** A merge: the people of `from` move to `into`, or have no organization without it, and `into` receives the values `filled`. */
interface Merge {
  into: MergedOrganization | null
  from: readonly MergedOrganization[]
  filled: Readonly<Record<string, string>>
}

/**
 * Inserts the rows of a merge: the people of the organizations `from` by name, then the fields that `into` receives, then the deleted organizations.
 * One statement writes all of them, so that the plan has everybody who is in an organization, and every organization. Inserts nothing and returns
 * false where one of the organizations is not as it was read any more.
 */
export async function insertMergeRows(
  db: Transaction,
  { id, customer }: { id: string; customer: string },
  { into, from, filled }: Merge,
): Promise<boolean> {
  const read = into ? [into, ...from] : from
  const { rows } = await sql<{ found: number }>`
    with organization as materialized (
      select own.* from user_organization as own
      join unnest(${read.map((one) => one.id)}::uuid[], ${read.map(({ version }) => version)}::int[]) as seen (id, version)
        on seen.id = own.id and seen.version = own.version
      where own.customer_id = ${customer}
    ), source as materialized (
      select * from organization
      where id is distinct from ${into?.id ?? null} and (select count(*) from organization) = ${read.length}
    ), target as materialized (
      select * from organization where id = ${into?.id ?? null}
    ), inserted as (
      insert into change_set_row (change_set_id, number, outcome, user_id, object, before, after, version, kept)
      select ${id}, row_number() over (order by step, name, id), 'change', user_id, object, before, after, version, kept from (
        select 1 as step, person.name::text as name, profile.id, profile.user_id,
          jsonb_build_object('type', 'customer-user-profiles', 'id', profile.id) as object,
          jsonb_build_object('userOrganization', source.name, 'userOrganizationId', source.id) as before,
          jsonb_build_object('userOrganization', target.name, 'userOrganizationId', target.id) as after,
          profile.version, null::jsonb as kept
        from customer_user_profile as profile
        join app_user as person on person.id = profile.user_id
        join source on source.id = profile.user_organization_id
        left join target on true
        where profile.customer_id = ${customer}
        union all
        select 2, target.name, target.id, null, jsonb_build_object('type', 'user-organizations', 'id', target.id, 'name', target.name),
          ${asObject('target')}, ${asObject('target')} || ${JSON.stringify(filled)}::jsonb, target.version, null
        from target where exists (select from source) and ${JSON.stringify(filled)}::jsonb <> '{}'
        union all
        select 3, source.name, source.id, null, jsonb_build_object('type', 'user-organizations', 'id', source.id, 'name', source.name),
          ${asObject('source')}, null, source.version, ${rowAsJson(organizationColumns, 'source')}
        from source
      ) as found
    )
    select count(*)::int as found from source`.execute(db)
  return rows[0]?.found === from.length
}

const ofType = (set: string, type: string, part: RawBuilder<unknown>) => sql`(
  row.change_set_id = ${set} and row.outcome = 'change' and row.object ->> 'type' = ${type} and ${part})`
const target = sql`(row.object ->> 'id')::uuid`
const untouched = sql`not row.remains`

/** Applies the rows that are still as planned and returns their number; -1 when somebody joined a deleted organization since. */
export async function applyMergeRows(
  db: Transaction,
  { id, customer }: { id: string; customer: string },
  actor: Person,
  now: number,
): Promise<number> {
  const at = instantOf(now)
  // The organization is compared by `is not distinct from`: by `=` and without statistics the index of an organization's members was
  // chosen, and all of them were read for each one.
  const moved = await sql`
    update customer_user_profile as profile set user_organization_id = (row.after ->> 'userOrganizationId')::uuid,
      updated_at = ${at}, updated_by = ${actor.id}, version = profile.version + 1
    from change_set_row as row
    where ${ofType(id, 'customer-user-profiles', sql`true`)} and profile.customer_id = ${customer}
      and profile.id = ${target} and profile.version = row.version
      and profile.user_organization_id is not distinct from (row.before ->> 'userOrganizationId')::uuid`.execute(db)
  const filled = await changeOrganizations(db, id, customer, 'after', at)
  // After this statement nobody joins one of them any more, and the next one sees who has.
  await sql`
    select from user_organization as organization join change_set_row as row
      on ${ofType(id, 'user-organizations', sql`row.after is null`)} and organization.id = ${target}
    where organization.customer_id = ${customer} order by organization.id for update of organization`.execute(db)
  const newMembers = await sql`
    select from customer_user_profile as profile join change_set_row as row
      on ${ofType(id, 'user-organizations', sql`row.after is null`)} and profile.user_organization_id = ${target}
    where profile.customer_id = ${customer} limit 1`.execute(db)
  if (newMembers.rows.length > 0) return -1
  const removed = await sql`
    delete from user_organization as organization using change_set_row as row
    where ${ofType(id, 'user-organizations', sql`row.after is null`)} and organization.customer_id = ${customer}
      and organization.id = ${target} and organization.version = row.version`.execute(db)
  return affectedRows(moved) + filled + affectedRows(removed)
}

/** Sets the organizations that remain to their `after` or `before` values and returns their number. */
export async function changeOrganizations(
  db: Transaction,
  id: string,
  customer: string,
  side: 'before' | 'after',
  at: string,
): Promise<number> {
  const state = sql.ref(`row.${side}`)
  const expected = side === 'after' ? sql`row.version` : resultVersionOf('row')
  return affectedRows(
    await sql`
      update user_organization as organization set ${setFromJson(organizationColumns, organizationFields, state)},
        updated_at = ${at}, version = organization.version + 1
      from change_set_row as row
      where ${ofType(id, 'user-organizations', sql`row.before is not null and row.after is not null`)} and ${untouched}
        and organization.customer_id = ${customer} and organization.id = ${target}
        and organization.version = ${expected}`.execute(db),
  )
}

/** Rows that cannot be undone: changed since, the name is taken, or a referenced organization cannot be restored. */
export async function findTouchedByMerge(
  db: Database,
  { id, customer }: { id: string; customer: string },
): Promise<number[]> {
  const { rows } = await sql<{ number: number }>`
    with lost as (
      select row.number, ${target} as organization from change_set_row as row
      where ${ofType(id, 'user-organizations', sql`row.after is null`)} and exists (
        select from user_organization as taken where taken.customer_id = ${customer}
          and (taken.id = ${target} or lower(taken.name) = lower(row.before ->> 'name')))
    )
    select number from lost
    union
    select row.number from change_set_row as row
    left join user_organization as organization on organization.customer_id = ${customer} and organization.id = ${target}
    where ${ofType(id, 'user-organizations', sql`row.after is not null`)}
      and organization.version is distinct from ${resultVersionOf('row')}
    union
    select row.number from change_set_row as row
    left join customer_user_profile as profile on profile.customer_id = ${customer} and profile.id = ${target}
    where ${ofType(id, 'customer-user-profiles', sql`true`)} and (
      profile.version is distinct from ${resultVersionOf('row')}
      or profile.user_organization_id is distinct from (row.after ->> 'userOrganizationId')::uuid
      or (row.before ->> 'userOrganizationId')::uuid in (select organization from lost))
    order by number`.execute(db)
  return rows.map(({ number }) => number)
}

/** Undoes the rows that are not marked as remaining and returns their number. */
export async function undoMergeRows(
  db: Transaction,
  { id, customer }: { id: string; customer: string },
  actor: Person,
  now: number,
): Promise<number> {
  const at = instantOf(now)
  // Restored rows continue the version sequence, so that a client's stale version never matches.
  const { into, values, from } = insertFromRowJson(organizationColumns, sql`row.kept`, {
    updated_at: sql`${at}::timestamptz`,
    version: sql`was.version + 2`,
  })
  const back = await sql`
    insert into ${into} select ${values}
    from change_set_row as row
    cross join lateral ${from}
    where ${ofType(id, 'user-organizations', sql`row.after is null`)} and ${untouched}`.execute(db)
  const filled = await changeOrganizations(db, id, customer, 'before', at)
  const moved = await sql`
    update customer_user_profile as profile set user_organization_id = (row.before ->> 'userOrganizationId')::uuid,
      updated_at = ${at}, updated_by = ${actor.id}, version = profile.version + 1
    from change_set_row as row
    where ${ofType(id, 'customer-user-profiles', sql`true`)} and ${untouched} and profile.customer_id = ${customer}
      and profile.id = ${target} and profile.version = ${resultVersionOf('row')}`.execute(db)
  await restoreResultVersions(db, id)
  return affectedRows(back) + filled + affectedRows(moved)
}
