import { sql } from 'kysely'
import type { ChangedRecord } from '../../people/change-sets/engine/change-kind'
import { isChangedRow, recordOfRow } from '../../people/change-sets/engine/changed-rows.store'
import { instantOf } from '../../platform/clock'
import type { Database, Transaction } from '../../platform/database'

type ChangedTemplate = Pick<ChangedRecord, 'id' | 'version'>

interface TemplateRow {
  outcome: 'change' | 'same' | 'conflict'
  object: { type: string; id: string; name: string }
  /** Null for a new template. */
  before: { name: string } | null
  after: { name: string }
}

/** Inserts the row for a new or renamed template; the only conflict is a change since it was last seen. */
export const insertTemplateRow = (db: Transaction, set: string, { outcome, object, before, after }: TemplateRow) =>
  sql`
    insert into change_set_row (change_set_id, number, outcome, object, before, after, conflict)
    values (${set}, 1, ${outcome}, ${JSON.stringify(object)}::jsonb, ${before && JSON.stringify(before)}::jsonb,
      ${JSON.stringify(after)}::jsonb, ${outcome === 'conflict' ? 'changedMeanwhile' : null})`.execute(db)

const isTemplateOfRow = (customer: string) => sql`template.id = ${recordOfRow} and template.customer_id = ${customer}`

/** Inserts the template that the row adds, under the id in the row. Undefined for any other row, or if the id is in use. */
export async function addTemplate(
  db: Transaction,
  set: string,
  { customer, createdBy, now }: { customer: string; createdBy: string; now: number },
): Promise<ChangedTemplate | undefined> {
  const at = sql`${instantOf(now)}::timestamptz`
  const { rows } = await sql<ChangedTemplate>`
    insert into project_template (id, customer_id, name, created_at, created_by, updated_at)
    select ${recordOfRow}, ${customer}, row.after ->> 'name', ${at}, ${createdBy}, ${at}
    from change_set_row as row where ${isChangedRow(set)} and row.before is null
    on conflict (id) do nothing
    returning id, version`.execute(db)
  return rows[0]
}

/** Renames the template of the row, whatever its entries, if it still has the name `from`. Undefined if it has another one. */
export async function renameTemplate(
  db: Transaction,
  set: string,
  { customer, from, to, now }: { customer: string; from: 'before' | 'after'; to: 'before' | 'after'; now: number },
): Promise<ChangedTemplate | undefined> {
  const { rows } = await sql<ChangedTemplate>`
    update project_template as template set name = ${sql.ref(`row.${to}`)} ->> 'name',
      updated_at = ${instantOf(now)}::timestamptz, version = template.version + 1
    from change_set_row as row
    where ${isChangedRow(set)} and row.before is not null and ${isTemplateOfRow(customer)}
      and template.name = ${sql.ref(`row.${from}`)} ->> 'name'
    returning template.id, template.version`.execute(db)
  return rows[0]
}

/** Nothing was put into the template or created from it. */
const isUnused = sql`template.num_entries = 0 and not template.is_default
  and not exists (select from project where project.project_template_id = template.id)`

/** Deletes the template that the row added. Undefined for any other row, or if it was changed or used since. */
export async function removeAddedTemplate(
  db: Transaction,
  set: string,
  customer: string,
): Promise<ChangedTemplate | undefined> {
  const { rows } = await sql<ChangedTemplate>`
    delete from project_template as template using change_set_row as row
    where ${isChangedRow(set)} and row.before is null and ${isTemplateOfRow(customer)}
      and template.name = row.after ->> 'name' and ${isUnused}
    returning template.id, null::integer as version`.execute(db)
  return rows[0]
}

/** The row that cannot be undone: its template has another name now or is in use, or another template has the former name. */
export async function findTouchedTemplate(db: Database, set: string, customer: string): Promise<number[]> {
  const { rows } = await sql<{ number: number }>`
    select row.number from change_set_row as row
    left join project_template as template on ${isTemplateOfRow(customer)}
    where ${isChangedRow(set)} and (
      template.name is distinct from row.after ->> 'name'
      or (row.before is null and not (${isUnused}))
      or exists (select from project_template as taken where taken.customer_id = ${customer}
        and taken.id <> template.id and lower(taken.name) = lower(row.before ->> 'name')))`.execute(db)
  return rows.map(({ number }) => number)
}
