import type { Person } from '@lintel/contract/people/permissions'
import type { ChangeTemplateEntries } from '@lintel/contract/projects/template-changes'
import { maxTemplateEntries, type TemplateEntryIdentity } from '@lintel/contract/projects/template-content'
import { type RawBuilder, sql } from 'kysely'
import { isChangedRow, recordOfRow } from '../../people/change-sets/engine/changed-rows.store'
import { instantOf } from '../../platform/clock'
import type { Database, Transaction } from '../../platform/database'
import { affectedRows, isUuid } from '../../platform/rows'
import { nameToKeep, nameToStore } from './template-entries.store'
import type { CurrentEntries, EntryRow, StoredEntry } from './template-entry-plan'
import { findLibraries } from './template-libraries.store'

/** A template that is locked until the transaction ends. */
export interface LockedTemplate {
  id: string
  count: number
}

/** Locks a template of the customer. */
export async function lockTemplate(db: Transaction, id: string, customer: string): Promise<LockedTemplate | undefined> {
  return db
    .selectFrom('project_template')
    .select(['id', 'num_entries as count'])
    .where('id', '=', id)
    .where('customer_id', '=', customer)
    .forNoKeyUpdate()
    .executeTakeFirst()
}

/** The input and the template whose entries it changes. */
interface EntryLookup {
  customer: string
  actor: Person
  template: string
  input: ChangeTemplateEntries
}

/** Finds the entries that the input refers to or whose new names it uses, and the libraries among the projects it names. */
export async function findNamedEntries(
  db: Database,
  { customer, actor, template, input }: EntryLookup,
): Promise<CurrentEntries> {
  const renamed = input.rename.map(({ entry, renameTo }) => ({ ...entry, renameTo }))
  const namedEntries = [...input.remove, ...input.rename.map(({ entry }) => entry), ...renamed, ...input.add].filter(
    ({ sourceProjectId }) => isUuid(sourceProjectId),
  )
  const { rows } = await sql<StoredEntry>`
    select id, source_project_id as "sourceProjectId", key, value, rename_to as "renameTo", is_everything as "isEverything"
    from template_entry
    where template_id = ${template} and ${
      renamed.length === 0
        ? // Uses the index only, however many entries the template has.
          sql`identity = any(array(${identitiesOf(namedEntries)}))`
        : sql`(identity in (${identitiesOf(namedEntries)}) or ${hasNameOf(renamed)})`
    }`.execute(db)
  const counted = db.selectFrom('project_template').select('num_entries as count').where('id', '=', template)
  const count = (await counted.executeTakeFirst())?.count ?? 0
  const sources = input.add.map(({ sourceProjectId }) => sourceProjectId)
  return { count, entries: rows, libraries: await findLibraries(db, actor, customer, sources) }
}

const identitiesOf = (entries: readonly TemplateEntryIdentity[]) => sql`
  select hash_of(named."sourceProjectId"::text, named.key, named.value, named."renameTo")
  from jsonb_to_recordset(${JSON.stringify(entries)}::jsonb) as named (
    "sourceProjectId" uuid, key text, value text, "renameTo" text)`

const hasNameOf = (entries: readonly TemplateEntryIdentity[]): RawBuilder<unknown> =>
  sql`(rename_to is not null and (key, lower(rename_to)) in (
        select named.key, lower(named."renameTo") from jsonb_to_recordset(${JSON.stringify(entries)}::jsonb)
          as named (key text, "renameTo" text)))`

export const insertEntryRows = (db: Transaction, set: string, object: object, rows: readonly EntryRow[]) =>
  sql`
    insert into change_set_row (change_set_id, number, outcome, object, before, after, conflict, kept)
    select ${set}, row.number, row.outcome, ${JSON.stringify(object)}::jsonb, nullif(row.before, 'null'),
      nullif(row.after, 'null'), row.conflict, jsonb_build_object('entry', row.entry)
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as row (
      number integer, outcome text, before jsonb, after jsonb, conflict text, entry text)`.execute(db)

/** The template of a change set's rows. */
export async function templateOf(db: Database, set: string): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    select object ->> 'id' as id from change_set_row where change_set_id = ${set} order by number limit 1`.execute(db)
  return rows[0]?.id
}

const isAdded = sql`row.before is null`
const isRemoved = sql`row.after is null`
const isRenamed = sql`row.before is not null and row.after is not null`
const entryOfRow = sql`(row.kept ->> 'entry')::uuid`

/** Whether the entry with this alias has the row's new name of `before` or `after`. */
const isNamed = (entry: string, side: 'before' | 'after') =>
  sql`${sql.ref(`${entry}.rename_to`)} is not distinct from ${sql.ref(`row.${side}`)} ->> 'renameTo'`

/** Identity of the entry on one side of the row. */
const identityIn = (side: 'before' | 'after') => {
  const of = (field: string) => sql`${sql.ref(`row.${side}`)} ->> ${sql.lit(field)}`
  return sql`hash_of(${of('sourceProjectId')}, ${of('key')}, ${of('value')}, ${of('renameTo')})`
}

/**
 * Applies the rows to entries that are unchanged since the plan, unless the template would become too large. Returns how many rows were
 * applied.
 */
export async function applyEntryRows(db: Transaction, set: string, template: LockedTemplate): Promise<number> {
  const { rows } = await sql<{ growth: number }>`
    select (count(*) filter (where ${isAdded}) - count(*) filter (where ${isRemoved}))::int as growth
    from change_set_row as row where ${isChangedRow(set)}`.execute(db)
  const growth = rows[0]?.growth ?? 0
  if (growth > 0 && template.count + growth > maxTemplateEntries) return 0
  const removed = await removeEntries(db, set, template.id, { which: isRemoved, side: 'before' })
  const renamed = await renameEntries(db, set, template.id, { from: 'before', to: 'after' })
  return removed + renamed + (await insertEntries(db, set, template.id, { which: isAdded, side: 'after' }))
}

/** Undoes the rows that are not marked as remaining. Returns how many. */
export async function undoEntryRows(db: Transaction, set: string, template: string): Promise<number> {
  const removed = await removeEntries(db, set, template, { which: isAdded, side: 'after' })
  const renamed = await renameEntries(db, set, template, { from: 'after', to: 'before' })
  return removed + renamed + (await insertEntries(db, set, template, { which: isRemoved, side: 'before' }))
}

interface RowSelection {
  which: RawBuilder<unknown>
  side: 'before' | 'after'
}

/** Removes the entries of the rows, each of which keeps the name of what its entry named. */
const removeEntries = async (db: Transaction, set: string, template: string, { which, side }: RowSelection) =>
  affectedRows(
    await sql`
      with removed as (
        delete from template_entry as entry using change_set_row as row
        where ${isChangedRow(set)} and ${which} and entry.template_id = ${template} and entry.id = ${entryOfRow}
          and ${isNamed('entry', side)}
        returning row.number, ${nameToKeep('entry')} as name
      )
      update change_set_row as row set kept = row.kept || jsonb_build_object('sourceName', removed.name)
      from removed where row.change_set_id = ${set} and row.number = removed.number`.execute(db),
  )

const renameEntries = async (
  db: Transaction,
  set: string,
  template: string,
  { from, to }: { from: 'before' | 'after'; to: 'before' | 'after' },
) =>
  affectedRows(
    await sql`
      update template_entry as entry set rename_to = ${sql.ref(`row.${to}`)} ->> 'renameTo'
      from change_set_row as row
      where ${isChangedRow(set)} and ${isRenamed} and entry.template_id = ${template} and entry.id = ${entryOfRow}
        and ${isNamed('entry', from)}
        and not exists (select from template_entry as taken
          where taken.template_id = ${template} and taken.identity = ${identityIn(to)})`.execute(db),
  )

const insertEntries = async (db: Transaction, set: string, template: string, { which, side }: RowSelection) => {
  const of = (field: string) => sql`(${sql.ref(`row.${side}`)} ->> ${sql.lit(field)})`
  const [library, value] = [sql`${of('sourceProjectId')}::uuid`, of('value')]
  return affectedRows(
    await sql`
      insert into template_entry (id, template_id, source_project_id, key, value, rename_to, is_everything, source_name)
      select ${entryOfRow}, ${template}, ${library}, ${of('key')}, ${value}, ${of('renameTo')},
        ${of('isEverything')}::boolean, ${nameToStore({ library, value }, sql`row.kept ->> 'sourceName'`)}
      from change_set_row as row where ${isChangedRow(set)} and ${which} order by row.number
      on conflict do nothing`.execute(db),
  )
}

/**
 * Rows that cannot be undone: the added or renamed entry is missing or was renamed again, the entry to restore exists again, or the
 * template is full.
 */
export async function findTouchedEntries(db: Database, set: string, customer: string): Promise<number[]> {
  const { rows } = await sql<{ number: number }>`
    with row as (
      select number, before, after, kept, template.id as template from change_set_row as row
      left join project_template as template
        on template.id = ${recordOfRow} and template.customer_id = ${customer}
      where row.change_set_id = ${set} and row.outcome = 'change'
    ), changed as (
      select row.number from row
      left join template_entry as entry on entry.template_id = row.template and entry.id = ${entryOfRow}
      where row.after is not null and (entry.id is null or not ${isNamed('entry', 'after')})
    ), taken as (
      select row.number from row join template_entry as other
        on other.template_id = row.template and other.identity = ${identityIn('before')}
      where row.before is not null and row.after is not null
        and other.id not in (select ${entryOfRow} from row where row.before is null)
    ), kept as (
      select number from changed union select number from taken
    ), back as (
      select row.number, row.template, row.before, row_number() over (order by row.number) as nth from row
      where row.after is null
    )
    select number from kept
    union
    select row.number from back as row
    where row.template is null
      or exists (select from template_entry as other
        where other.template_id = row.template and other.identity = ${identityIn('before')}
          and other.id not in (select ${entryOfRow} from row where row.after is not null and row.number not in (select number from kept)))
      or row.nth > ${maxTemplateEntries} - (select num_entries from project_template where id = row.template)
        + (select count(*) from row where row.before is null and row.number not in (select number from kept))
    order by number`.execute(db)
  return rows.map(({ number }) => number)
}

/** Marks the template as changed; returns its new version. */
export async function bumpTemplateVersion(db: Transaction, id: string, now: number): Promise<number | undefined> {
  const changed = await db
    .updateTable('project_template')
    .set({ updated_at: instantOf(now), version: sql<number>`version + 1` })
    .where('id', '=', id)
    .returning('version')
    .executeTakeFirst()
  return changed?.version
}
