import { type RawBuilder, sql } from 'kysely'
import { instantOf } from '../../platform/clock'
import type { Transaction } from '../../platform/database'
import type { Application } from './applications.store'
import type { ChosenEntry } from './chosen-entries'
import {
  chosenChecklists,
  chosenFolderLabels,
  chosenRecords,
  chosenWorkflows,
  entriesRecordset,
} from './chosen-records.store'
import { type CopiedKind, checklistKind, folderKeys, folderLabelKind, widgetKind, workflowKind } from './copied-kinds'
import { copiesInto, freeNames } from './free-names.store'
import { isCopy } from './known-copies.store'

type Part = RawBuilder<unknown>

/** The transaction of a copy step, and its time. */
export interface CopyStep {
  db: Transaction
  now: number
}

/** The entries that a statement needs, by name, and the records that they select. */
interface Selection {
  entries: Readonly<Record<string, readonly ChosenEntry[]>>
  chosen: Part
}

/** A column that refers to another copied record. */
interface Remapped {
  column: string
  value: Part
  joined: Part
}

/** Copies the records of a kind in one statement. */
export const copyRecords = (step: CopyStep, application: Application, kind: CopiedKind): Promise<unknown> =>
  copy(step, application, kind, {
    entries: { requested: application.entriesOf(kind.keys) },
    chosen: chosenRecords(kind, sql`requested`),
  })

/** Copies workflows, including those that only checklists and widgets depend on. */
export const copyWorkflows = (step: CopyStep, application: Application): Promise<unknown> =>
  copy(step, application, workflowKind, {
    entries: {
      requested: application.entriesOf(workflowKind.keys),
      of_checklists: application.entriesOf(checklistKind.keys),
      of_widgets: application.entriesOf(widgetKind.keys),
    },
    chosen: chosenWorkflows(sql`requested`, sql`of_checklists as requested`, sql`of_widgets as requested`),
  })

/** Copies folder labels, including those that only folders and documents use. */
export const copyFolderLabels = (step: CopyStep, application: Application): Promise<unknown> =>
  copy(step, application, folderLabelKind, {
    entries: {
      requested: application.entriesOf(folderLabelKind.keys),
      of_folders: application.entriesOf(folderKeys),
    },
    chosen: chosenFolderLabels(sql`requested`, sql`of_folders as requested`),
  })

/** Copies checklists, including those that only widgets show; each refers to the copy of its workflow. */
export const copyChecklists = (step: CopyStep, application: Application): Promise<unknown> =>
  copy(
    step,
    application,
    checklistKind,
    {
      entries: {
        requested: application.entriesOf(checklistKind.keys),
        of_widgets: application.entriesOf(widgetKind.keys),
      },
      chosen: chosenChecklists(sql`requested`, sql`of_widgets as requested`),
    },
    {
      column: 'workflow_id',
      value: sql`workflow_copy.resource_id`,
      joined: sql`left join (
        select distinct on (known.source_id) known.source_id, known.resource_id
        from copied_resource as known
        join workflow on ${isCopy('workflow')}
        where known.project_id = ${application.project} and known.entity_type = 'workflows'
        order by known.source_id, known.copy_hash <> known.source_hash, known.resource_id
      ) as workflow_copy on workflow_copy.source_id = source.workflow_id`,
    },
  )

/** CTEs of entries. */
export const entryParts = (entries: Selection['entries']): Part =>
  sql.join(
    Object.entries(entries).map(([name, all]) => sql`${sql.ref(name)} as materialized (${entriesRecordset(all)})`),
  )

async function copy(
  { db, now }: CopyStep,
  application: Application,
  { type, table, columns, nameLength }: CopiedKind,
  { entries, chosen }: Selection,
  remapped?: Remapped,
): Promise<void> {
  if (Object.values(entries).every((all) => all.length === 0)) return
  const { project, customer, template, madeBy } = application
  const own = sql.join(columns.map((column) => sql.ref(column)))
  const ofSource = sql.join(columns.map((column) => sql.ref(`source.${column}`)))
  const at = instantOf(now)
  await sql`
    with ${entryParts(entries)},
    chosen as materialized (select gen_random_uuid() as copy_id, picked.* from (${chosen}) as picked),
    ${freeNames({ table, nameLength }, copiesInto(project))},
    made as (
      insert into ${sql.table(table)} (id, customer_id, project_id, name, ${own},
        ${remapped ? sql`${sql.ref(remapped.column)},` : sql``} created_at, created_by, updated_at)
      select named.id, ${customer}::uuid, ${project}::uuid, named.name, ${ofSource},
        ${remapped ? sql`${remapped.value},` : sql``} ${at}::timestamptz, ${madeBy}::uuid, ${at}::timestamptz
      from named
      join chosen on chosen.copy_id = named.id
      join ${sql.table(table)} as source on source.id = chosen.source_id
      ${remapped?.joined ?? sql``}
      returning id, name, content_hash
    )
    insert into copied_resource (project_id, entity_type, resource_id, template_id, entry_key,
      source_project_id, source_id, source_version, source_hash, copy_hash, library_name, given_name)
    select ${project}::uuid, ${type}, made.id, ${template}::uuid, chosen.entry,
      chosen.source_project, chosen.source_id, source.version, source.content_hash, made.content_hash, source.name, made.name
    from made
    join chosen on chosen.copy_id = made.id
    join ${sql.table(table)} as source on source.id = chosen.source_id`.execute(db)
}
