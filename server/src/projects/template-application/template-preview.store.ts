import { maxWidgets } from '@lintel/contract/projects/dashboard-widgets'
import {
  type ExcludedType,
  excludedTypes,
  maxPulledAlong,
  type TemplatePreview,
  type TransferredType,
  transferredTypes,
} from '@lintel/contract/projects/template-application'
import type { TemplateEntry } from '@lintel/contract/projects/template-content'
import { isAll } from '@lintel/contract/projects/template-resources'
import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../../platform/database'
import { type EntrySource, type UsableEntries, usableEntries } from './applications.store'
import type { ChosenEntry } from './chosen-entries'
import {
  chosenChecklists,
  chosenFolderLabels,
  chosenFolders,
  chosenRecords,
  chosenTopDocuments,
  chosenWidgets,
  chosenWorkflows,
  entriesRecordset,
  foundFolders,
  foundRecords,
} from './chosen-records.store'
import { checklistKind, folderKeys, folderLabelKind, plainKinds, widgetKind, workflowKind } from './copied-kinds'
import { findDeletedResources } from './deleted-resources.store'

type Part = RawBuilder<unknown>

const singleKinds = [workflowKind, checklistKind, folderLabelKind, ...plainKinds, widgetKind]

/** Preview of what the entries would copy now; `wholeProject` is the source project if a whole project is copied. */
export async function previewOf(
  db: Database,
  source: EntrySource,
  wholeProject: string | null,
): Promise<TemplatePreview> {
  const usable = await usableEntries(db, source)
  const readableProject = wholeProject !== null && usable.skipped.length === 0 ? wholeProject : null
  const deleted = []
  for (const kind of [...singleKinds, { table: 'folder', keys: folderKeys } as const])
    deleted.push(...(await findDeletedResources(db, usable, kind)))
  return {
    counts: await countsOf(db, usable, readableProject),
    sums: wholeProject === null ? await sumsOf(db, source.entries, usable) : [],
    ...(await findPulledAlong(db, usable)),
    staysBehind: readableProject === null ? [] : await countStaysBehind(db, readableProject),
    skipped: [...usable.skipped, ...deleted],
  }
}

/** Entries as a table expression. */
const entriesTable = (entries: readonly ChosenEntry[]): Part => sql`(${entriesRecordset(entries)}) as requested`

const workflowsOf = ({ entriesOf }: UsableEntries): Part =>
  chosenWorkflows(
    entriesTable(entriesOf(workflowKind.keys)),
    entriesTable(entriesOf(checklistKind.keys)),
    entriesTable(entriesOf(widgetKind.keys)),
  )
const checklistsOf = ({ entriesOf }: UsableEntries): Part =>
  chosenChecklists(entriesTable(entriesOf(checklistKind.keys)), entriesTable(entriesOf(widgetKind.keys)))
const folderLabelsOf = ({ entriesOf }: UsableEntries): Part =>
  chosenFolderLabels(entriesTable(entriesOf(folderLabelKind.keys)), entriesTable(entriesOf(folderKeys)))

async function countsOf(
  db: Database,
  usable: UsableEntries,
  wholeProject: string | null,
): Promise<TemplatePreview['counts']> {
  const { entriesOf } = usable
  const folders = entriesOf(folderKeys)
  const count = (type: TransferredType, records: Part) =>
    sql`select ${type}::text as type, count(*)::int as count from (${records}) as chosen`
  const countInProject = (type: TransferredType, table: string) =>
    count(type, sql`select from ${sql.table(table)} where project_id = ${wholeProject}::uuid`)
  const { rows } = await sql<{ type: TransferredType; count: number }>`
    with chosen_folder as materialized (${chosenFolders(entriesTable(folders))})
    ${sql.join(
      [
        count('workflows', workflowsOf(usable)),
        count('folder-labels', folderLabelsOf(usable)),
        count('checklists', checklistsOf(usable)),
        ...plainKinds.map((kind) => count(kind.type, chosenRecords(kind, entriesTable(entriesOf(kind.keys))))),
        // The maximum of a card.
        count(widgetKind.type, sql`${chosenWidgets(entriesTable(entriesOf(widgetKind.keys)))} limit ${maxWidgets}`),
        count('folders', sql`select from chosen_folder`),
        count(
          'documents',
          sql`select from document join chosen_folder
              on chosen_folder.source_project = document.project_id and chosen_folder.source_id = document.folder_id
            union all
            select from (${chosenTopDocuments(entriesTable(folders))}) as top`,
        ),
        countInProject('buildings', 'building'),
        countInProject('spaces', 'space'),
        countInProject('ifc-models', 'ifc_model'),
      ],
      sql` union all `,
    )}`.execute(db)
  const counted = new Map(rows.map(({ type, count }) => [type, count]))
  return transferredTypes.flatMap((type) => {
    const count = counted.get(type) ?? 0
    return count > 0 ? [{ type, count }] : []
  })
}

/** Number of records of each entry that selects many; 0 if its library is unreadable. */
async function sumsOf(
  db: Database,
  entries: readonly TemplateEntry[],
  { entriesOf }: UsableEntries,
): Promise<TemplatePreview['sums']> {
  const many = (kind: (typeof singleKinds)[number]) => entriesOf(kind.keys).filter(({ scope }) => scope !== 'one')
  const sum = (found: Part) => sql`select position, count(*)::int as count from (${found}) as found group by position`
  const { rows } = await sql<{ position: number; count: number }>`
    ${sql.join(
      [
        ...singleKinds.map((kind) => sum(foundRecords(kind, entriesTable(many(kind))))),
        sum(foundFolders(entriesTable(entriesOf(folderKeys)))),
      ],
      sql` union all `,
    )}`.execute(db)
  const counted = new Map(rows.map(({ position, count }) => [position, count]))
  return entries.flatMap((entry, position) => {
    const { sourceProjectId, key, value, renameTo } = entry
    const standsForMany = isAll(entry) || key === 'checklistPrefix' || folderKeys.includes(key)
    return standsForMany ? [{ sourceProjectId, key, value, renameTo, count: counted.get(position) ?? 0 }] : []
  })
}

async function findPulledAlong(
  db: Database,
  usable: UsableEntries,
): Promise<Pick<TemplatePreview, 'pulledAlong' | 'pulledAlongCount'>> {
  const { rows } = await sql<TemplatePreview['pulledAlong'][number] & { all: number }>`
    select type, name, count(*) over ()::int as all from (
      select 'workflows' as type, name from (${workflowsOf(usable)}) as chosen where is_along
      union all
      select 'checklists', name from (${checklistsOf(usable)}) as chosen where is_along
      union all
      select 'folder-labels', name from (${folderLabelsOf(usable)}) as chosen where is_along
    ) as along order by type desc, name limit ${maxPulledAlong}`.execute(db)
  return { pulledAlong: rows.map(({ type, name }) => ({ type, name })), pulledAlongCount: rows[0]?.all ?? 0 }
}

const staysBehindTables: Record<ExcludedType, Part> = {
  topics: sql`topic where not is_deleted and`,
  'checklist-runs': sql`checklist_run where`,
}

/** Work in the source project that is not copied. */
async function countStaysBehind(db: Database, project: string): Promise<TemplatePreview['staysBehind']> {
  const counts = excludedTypes.map(
    (type) =>
      sql`select ${type}::text as type, count(*)::int as count from ${staysBehindTables[type]} project_id = ${project}::uuid`,
  )
  const { rows } = await sql<{ type: ExcludedType; count: number }>`${sql.join(counts, sql` union all `)}`.execute(db)
  return rows.filter(({ count }) => count > 0)
}
