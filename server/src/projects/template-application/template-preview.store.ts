import { mostWidgets } from '@lintel/contract/projects/dashboard-widgets'
import {
  type BroughtType,
  broughtTypes,
  mostPulledAlong,
  type StaysBehindType,
  staysBehindTypes,
  type TemplatePreview,
} from '@lintel/contract/projects/template-application'
import type { TemplateEntry } from '@lintel/contract/projects/template-content'
import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../../platform/database'
import { type EntrySource, type UsableEntries, usableEntries } from './applications.store'
import type { ChosenEntry } from './chosen-entries'
import {
  chosenChecklists,
  chosenFolderLabels,
  chosenFolders,
  chosenRecords,
  chosenWidgets,
  chosenWorkflows,
  entriesAs,
  foundFolders,
  foundRecords,
} from './chosen-records.store'
import { checklistKind, folderKeys, folderLabelKind, plainKinds, widgetKind, workflowKind } from './copied-kinds'
import { goneResources } from './gone-resources.store'

type Part = RawBuilder<unknown>

const singleKinds = [workflowKind, checklistKind, folderLabelKind, ...plainKinds, widgetKind]

/** What entries bring into a new project today; `wholeProject` is the project that is copied whole, if one is. */
export async function previewOf(
  db: Database,
  source: EntrySource,
  wholeProject: string | null,
): Promise<TemplatePreview> {
  const usable = await usableEntries(db, source)
  const ofWhole = wholeProject !== null && usable.skipped.length === 0 ? wholeProject : null
  const gone = []
  for (const kind of [...singleKinds, { table: 'folder', keys: folderKeys } as const])
    gone.push(...(await goneResources(db, usable, kind)))
  return {
    counts: await countsOf(db, usable, ofWhole),
    sums: wholeProject === null ? await sumsOf(db, source.entries, usable) : [],
    ...(await alongOf(db, usable)),
    staysBehind: ofWhole === null ? [] : await stayingBehind(db, ofWhole),
    skipped: [...usable.skipped, ...gone],
  }
}

/** Entries as a table of a statement. */
const among = (entries: readonly ChosenEntry[]): Part => sql`(${entriesAs(entries)}) as wanted`

const workflowsOf = ({ entriesOf }: UsableEntries): Part =>
  chosenWorkflows(
    among(entriesOf(workflowKind.keys)),
    among(entriesOf(checklistKind.keys)),
    among(entriesOf(widgetKind.keys)),
  )
const checklistsOf = ({ entriesOf }: UsableEntries): Part =>
  chosenChecklists(among(entriesOf(checklistKind.keys)), among(entriesOf(widgetKind.keys)))
const folderLabelsOf = ({ entriesOf }: UsableEntries): Part =>
  chosenFolderLabels(
    chosenRecords(folderLabelKind, among(entriesOf(folderLabelKind.keys))),
    chosenFolders(among(entriesOf(folderKeys))),
  )

async function countsOf(
  db: Database,
  usable: UsableEntries,
  wholeProject: string | null,
): Promise<TemplatePreview['counts']> {
  const { entriesOf } = usable
  const folders = entriesOf(folderKeys)
  const wholeSources = folders.flatMap(({ way, source }) => (way === 'all' ? [source] : []))
  const count = (type: BroughtType, records: Part) =>
    sql`select ${type}::text as type, count(*)::int as count from (${records}) as chosen`
  const there = (type: BroughtType, table: string) =>
    count(type, sql`select from ${sql.table(table)} where project_id = ${wholeProject}::uuid`)
  const { rows } = await sql<{ type: BroughtType; count: number }>`
    with chosen_folder as materialized (${chosenFolders(among(folders))})
    ${sql.join(
      [
        count('workflows', workflowsOf(usable)),
        count('folder-labels', folderLabelsOf(usable)),
        count('checklists', checklistsOf(usable)),
        ...plainKinds.map((kind) => count(kind.type, chosenRecords(kind, among(entriesOf(kind.keys))))),
        // A card has no more.
        count(widgetKind.type, sql`${chosenWidgets(among(entriesOf(widgetKind.keys)))} limit ${mostWidgets}`),
        count('folders', sql`select from chosen_folder`),
        count(
          'documents',
          sql`select from document join chosen_folder
              on chosen_folder.source_project = document.project_id and chosen_folder.source_id = document.folder_id
            union all
            select from document where project_id = any(${wholeSources}::uuid[]) and folder_id is null`,
        ),
        there('buildings', 'building'),
        there('spaces', 'space'),
        there('ifc-models', 'ifc_model'),
      ],
      sql` union all `,
    )}`.execute(db)
  const counted = new Map(rows.map(({ type, count }) => [type, count]))
  return broughtTypes.flatMap((type) => {
    const count = counted.get(type) ?? 0
    return count > 0 ? [{ type, count }] : []
  })
}

/** How much each entry is that stands for many; one whose library cannot be read is nothing. */
async function sumsOf(
  db: Database,
  entries: readonly TemplateEntry[],
  { entriesOf }: UsableEntries,
): Promise<TemplatePreview['sums']> {
  const many = (kind: (typeof singleKinds)[number]) => entriesOf(kind.keys).filter(({ way }) => way !== 'one')
  const sum = (found: Part) => sql`select position, count(*)::int as count from (${found}) as found group by position`
  const { rows } = await sql<{ position: number; count: number }>`
    ${sql.join(
      [
        ...singleKinds.map((kind) => sum(foundRecords(kind, among(many(kind))))),
        sum(foundFolders(among(entriesOf(folderKeys)))),
      ],
      sql` union all `,
    )}`.execute(db)
  const counted = new Map(rows.map(({ position, count }) => [position, count]))
  return entries.flatMap(({ sourceProjectId, key, value, renameTo, isEverything }, position) => {
    const standsForMany = isEverything || value === null || key === 'checklistPrefix' || folderKeys.includes(key)
    return standsForMany ? [{ sourceProjectId, key, value, renameTo, count: counted.get(position) ?? 0 }] : []
  })
}

async function alongOf(
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
    ) as along order by type desc, name limit ${mostPulledAlong}`.execute(db)
  return { pulledAlong: rows.map(({ type, name }) => ({ type, name })), pulledAlongCount: rows[0]?.all ?? 0 }
}

const staysBehindTables: Record<StaysBehindType, Part> = {
  topics: sql`topic where not is_deleted and`,
  'checklist-runs': sql`checklist_run where`,
}

/** What was done in a project, which a copy of it does not bring. */
async function stayingBehind(db: Database, project: string): Promise<TemplatePreview['staysBehind']> {
  const counts = staysBehindTypes.map(
    (type) =>
      sql`select ${type}::text as type, count(*)::int as count from ${staysBehindTables[type]} project_id = ${project}::uuid`,
  )
  const { rows } = await sql<{ type: StaysBehindType; count: number }>`${sql.join(counts, sql` union all `)}`.execute(
    db,
  )
  return rows.filter(({ count }) => count > 0)
}
