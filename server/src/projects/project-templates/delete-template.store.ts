import { type ProjectTemplate, projectTemplates } from '@lintel/contract/projects/project-templates'
import { sql } from 'kysely'
import { isChangedRow, recordOfRow } from '../../people/change-sets/engine/changed-rows.store'
import { instantOf } from '../../platform/clock'
import { returningColumns } from '../../platform/columns'
import type { Database, Transaction } from '../../platform/database'
import { projectTemplateColumns, templateEntryColumns } from './template-columns'
import { nameToKeep, nameToStore, resourceOf } from './template-entries.store'

type Deleted = Pick<ProjectTemplate, 'id' | 'name' | 'version'> & { entries: number }

/** Inserts the row for a template's deletion; a conflict if it was changed since the expected version. */
export const insertDeletionRow = (
  db: Transaction,
  set: string,
  { id, name, version, entries }: Deleted,
  matchesVersion: boolean,
) =>
  sql`
    insert into change_set_row (change_set_id, number, outcome, object, before, after, conflict, version)
    values (${set}, 1, ${matchesVersion ? 'change' : 'conflict'}, ${JSON.stringify({ type: projectTemplates.type, id, name })}::jsonb,
      ${JSON.stringify({ name, entries })}::jsonb, null, ${matchesVersion ? null : 'changedMeanwhile'}, ${version})`.execute(
    db,
  )

/** Deletes the template if it is unchanged since the plan, and saves it with its entries and the ids of its projects. Returns its id. */
export async function deleteTemplate(db: Transaction, set: string, customer: string): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    select held.id from change_set_row as row
    join project_template as held on held.id = ${recordOfRow} and held.customer_id = ${customer} and held.version = row.version
    where ${isChangedRow(set)} for update of held`.execute(db)
  const [locked] = rows
  if (!locked) return undefined
  await sql`
    update change_set_row as row set kept = jsonb_build_object('template', to_jsonb(held),
      'entries', (select coalesce(
          jsonb_agg(to_jsonb(entry) || jsonb_build_object('source_name', ${nameToKeep('entry')}) order by entry.place), '[]')
        from template_entry as entry where entry.template_id = held.id),
      'projects', (select coalesce(jsonb_agg(project.id), '[]') from project where project.project_template_id = held.id))
    from project_template as held where ${isChangedRow(set)} and held.id = ${locked.id}`.execute(db)
  await db.deleteFrom('project_template').where('id', '=', locked.id).execute()
  return locked.id
}

/** The row of a deletion that cannot be undone because the name or id is in use again. */
export async function findBlockedRestores(db: Database, set: string, customer: string): Promise<number[]> {
  const { rows } = await sql<{ number: number }>`
    select row.number from change_set_row as row
    where ${isChangedRow(set)} and exists (
      select from project_template as taken where taken.customer_id = ${customer}
        and (taken.id = ${recordOfRow} or lower(taken.name) = lower(row.kept -> 'template' ->> 'name')))`.execute(db)
  return rows.map(({ number }) => number)
}

// `num_entries` is maintained by a trigger.
const templates = returningColumns(projectTemplateColumns, [
  'customer_id',
  'created_by',
  'updated_at',
  'version',
  'num_entries',
])
const entries = returningColumns(templateEntryColumns, ['source_name'])

/** Restores a template with its entries and the references of its projects. Returns its id and version. */
export async function restoreTemplate(
  db: Transaction,
  set: string,
  { customer, now }: { customer: string; now: number },
): Promise<{ id: string; version: number } | undefined> {
  const { rows } = await sql<{ id: string; version: number }>`
    insert into project_template (${templates.columns}, customer_id, created_by, updated_at, version)
    select ${templates.were}, ${customer}, (select id from app_user where app_user.id = was.created_by),
      ${instantOf(now)}::timestamptz, was.version + 1
    from change_set_row as row
    cross join lateral jsonb_populate_record(null::project_template, row.kept -> 'template') as was
    where ${isChangedRow(set)}
    returning id, version`.execute(db)
  const [restored] = rows
  if (!restored) return undefined
  await sql`
    insert into template_entry (${entries.columns}, source_name) overriding system value
    select ${entries.were}, ${nameToStore(resourceOf('was'), sql`was.source_name`)}
    from change_set_row as row
    cross join lateral jsonb_populate_recordset(null::template_entry, row.kept -> 'entries') as was
    where ${isChangedRow(set)}`.execute(db)
  await sql`
    update project set project_template_id = ${restored.id}
    from change_set_row as row cross join lateral jsonb_array_elements_text(row.kept -> 'projects') as made
    where ${isChangedRow(set)} and project.id = made::uuid and project.project_template_id is null`.execute(db)
  return restored
}
