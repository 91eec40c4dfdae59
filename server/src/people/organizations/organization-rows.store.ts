import { type Organization, type OrganizationField, organizationFields } from '@lintel/contract/people/organizations'
import type { RowConflict } from '@lintel/contract/people/row-conflicts'
import { sql } from 'kysely'
import { instantOf } from '../../platform/clock'
import { insertFromJson, selectFields } from '../../platform/columns'
import type { Database, Transaction } from '../../platform/database'
import { affectedRows } from '../../platform/rows'
import { isChangedRow, recordOfRow } from '../change-sets/engine/changed-rows.store'
import { restoreResultVersions, resultVersionOf } from '../change-sets/engine/result-versions.store'
import { comparedName } from '../change-sets/kinds/compared-name.store'
import { changeOrganizations, type MergedOrganization } from './merge-organizations.store'
import { organizationColumns } from './organization-columns'

/** The editable fields of an organization. */
export type OrganizationValues = Pick<Organization, OrganizationField>

export const valuesBy = (read: (field: OrganizationField) => string | null): OrganizationValues =>
  Object.fromEntries(organizationFields.map((field) => [field, read(field)])) as OrganizationValues

/** A planned change of one organization, from a line of a file or a form. */
export interface OrganizationRow {
  number: number
  outcome: 'change' | 'same' | 'conflict'
  object: object
  before: OrganizationValues | null
  after: OrganizationValues | null
  conflict: RowConflict | null
  version: number | null
  why?: { line: number; column?: OrganizationField }
}

/** The customer's organizations with one of these names (by {@link comparedName}) or external ids. */
export async function findOrganizationsByKey(
  db: Database,
  customer: string,
  names: readonly string[],
  externalIds: readonly string[],
): Promise<MergedOrganization[]> {
  return db
    .selectFrom('user_organization as organization')
    .select(['id', 'version', ...selectFields(organizationColumns, 'organization')])
    .where('customer_id', '=', customer)
    .where(
      sql<boolean>`(${comparedName(sql`name`)} in (select ${comparedName(sql`given`)} from unnest(${names}::text[]) as given)
        or external_id = any(${externalIds}::text[]))`,
    )
    .orderBy('created_at')
    .orderBy('id')
    .execute()
}

export const insertOrganizationRows = (db: Transaction, id: string, rows: readonly OrganizationRow[]) =>
  sql`
    insert into change_set_row (change_set_id, number, outcome, object, before, after, why, conflict, version)
    select ${id}, row.number, row.outcome, row.object, nullif(row.before, 'null'), nullif(row.after, 'null'),
      row.why, row.conflict, row.version
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as row (
      number integer, outcome text, object jsonb, before jsonb, after jsonb, why jsonb, conflict text, version integer)`.execute(
    db,
  )

const added = sql`row.outcome = 'change' and row.before is null`

/** Applies the rows that are still as planned and returns their number. */
export async function applyOrganizationRows(
  db: Transaction,
  id: string,
  customer: string,
  now: number,
): Promise<number> {
  const at = instantOf(now)
  const changed = await changeOrganizations(db, id, customer, 'after', at)
  const { into, values } = insertFromJson(organizationColumns, organizationFields, sql`row.after`)
  const created = await sql`
    insert into user_organization (id, customer_id, ${into}, created_at, updated_at)
    select ${recordOfRow}, ${customer}, ${values}, ${at}, ${at}
    from change_set_row as row where row.change_set_id = ${id} and ${added}
    on conflict do nothing`.execute(db)
  return changed + affectedRows(created)
}

/** Rows that cannot be undone: changed since, in use, or the former name is taken. */
export async function findTouchedOrganizations(db: Database, id: string, customer: string): Promise<number[]> {
  const { rows } = await sql<{ number: number }>`
    select row.number from change_set_row as row
    left join user_organization as organization
      on organization.customer_id = ${customer} and organization.id = ${recordOfRow}
    where row.change_set_id = ${id} and row.outcome = 'change' and (
      organization.version is distinct from ${resultVersionOf('row')}
      or (row.before is null and exists (
        select from customer_user_profile as profile
        where profile.customer_id = ${customer} and profile.user_organization_id = organization.id))
      or exists (
        select from user_organization as taken where taken.customer_id = ${customer} and taken.id <> organization.id
          and lower(taken.name) = lower(row.before ->> 'name')))
    order by row.number`.execute(db)
  return rows.map(({ number }) => number)
}

/** Undoes the rows that are not marked as remaining and returns their number. */
export async function undoOrganizationRows(
  db: Transaction,
  id: string,
  customer: string,
  now: number,
): Promise<number> {
  const removed = await sql`
    delete from user_organization as organization using change_set_row as row
    where ${isChangedRow(id)} and row.before is null and organization.customer_id = ${customer}
      and organization.id = ${recordOfRow} and organization.version = ${resultVersionOf('row')}`.execute(db)
  const undone = affectedRows(removed) + (await changeOrganizations(db, id, customer, 'before', instantOf(now)))
  await restoreResultVersions(db, id)
  return undone
}
