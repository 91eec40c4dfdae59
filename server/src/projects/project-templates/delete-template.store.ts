import { type ProjectTemplate, projectTemplates } from '@lintel/contract/projects/project-templates'
import { sql } from 'kysely'
import { instantOf } from '../../platform/clock'
import { returning } from '../../platform/columns'
import type { Database, Transaction } from '../../platform/database'
import { projectTemplateColumns, templateEntryColumns } from './template-columns'

type Db = Database | Transaction
type Deleted = Pick<ProjectTemplate, 'id' | 'name' | 'version'> & { entries: number }

/** The row about a template that is to go; one that somebody else has changed since it was seen stays. */
export const insertDeletion = (
  db: Transaction,
  set: string,
  { id, name, version, entries }: Deleted,
  isSeen: boolean,
) =>
  sql`
    insert into change_set_row (change_set_id, number, outcome, object, before, after, conflict, version)
    values (${set}, 1, ${isSeen ? 'change' : 'conflict'}, ${JSON.stringify({ type: projectTemplates.type, id, name })}::jsonb,
      ${JSON.stringify({ name, entries })}::jsonb, null, ${isSeen ? null : 'changedMeanwhile'}, ${version})`.execute(db)

const deletion = (set: string) => sql`row.change_set_id = ${set} and row.outcome = 'change' and not row.remains`
const template = sql`(row.object ->> 'id')::uuid`

/** Deletes the template if it is as it was planned, and keeps it with its entries and with what was made from it. Gives its id. */
export async function deleteTemplate(db: Transaction, set: string, customer: string): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    select held.id from change_set_row as row
    join project_template as held on held.id = ${template} and held.customer_id = ${customer} and held.version = row.version
    where ${deletion(set)} for update of held`.execute(db)
  const [held] = rows
  if (!held) return undefined
  await sql`
    update change_set_row as row set kept = jsonb_build_object('template', to_jsonb(held),
      'entries', (select coalesce(jsonb_agg(to_jsonb(entry) order by entry.place), '[]')
        from template_entry as entry where entry.template_id = held.id),
      'projects', (select coalesce(jsonb_agg(project.id), '[]') from project where project.project_template_id = held.id))
    from project_template as held where ${deletion(set)} and held.id = ${held.id}`.execute(db)
  await db.deleteFrom('project_template').where('id', '=', held.id).execute()
  return held.id
}

/** Its row where it cannot come back: its name is another one's by now. */
export async function takenTemplates(db: Db, set: string, customer: string): Promise<number[]> {
  const { rows } = await sql<{ number: number }>`
    select row.number from change_set_row as row
    where ${deletion(set)} and exists (
      select from project_template as taken where taken.customer_id = ${customer}
        and (taken.id = ${template} or lower(taken.name) = lower(row.kept -> 'template' ->> 'name')))`.execute(db)
  return rows.map(({ number }) => number)
}

// The entries count themselves.
const templates = returning(projectTemplateColumns, [
  'customer_id',
  'created_by',
  'updated_at',
  'version',
  'num_entries',
])
const entries = returning(templateEntryColumns)

/** Puts a template back with its entries, as the one that its projects were made from. Gives its id and version. */
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
    where ${deletion(set)}
    returning id, version`.execute(db)
  const [back] = rows
  if (!back) return undefined
  await sql`
    insert into template_entry (${entries.columns}) overriding system value
    select ${entries.were}
    from change_set_row as row
    cross join lateral jsonb_populate_recordset(null::template_entry, row.kept -> 'entries') as was
    where ${deletion(set)}`.execute(db)
  await sql`
    update project set project_template_id = ${back.id}
    from change_set_row as row cross join lateral jsonb_array_elements_text(row.kept -> 'projects') as made
    where ${deletion(set)} and project.id = made::uuid and project.project_template_id is null`.execute(db)
  return back
}
