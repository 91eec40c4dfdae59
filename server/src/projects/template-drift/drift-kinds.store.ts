import { type RawBuilder, sql } from 'kysely'
import type { UsableEntries } from '../template-application/applications.store'
import type { ChosenEntry } from '../template-application/chosen-entries'
import {
  chosenChecklists,
  chosenFolderLabels,
  chosenFolders,
  chosenRecords,
  chosenWorkflows,
} from '../template-application/chosen-records.store'
import {
  type CopiedKind,
  checklistKind,
  folderKeys,
  folderLabelKind,
  groupKind,
  plainKinds,
  widgetKind,
  workflowKind,
} from '../template-application/copied-kinds'

type Part = RawBuilder<unknown>

/** A kind whose records are compared with those of their libraries, one by one. */
export interface DriftKind {
  kind: CopiedKind
  /** The entries that choose records of it, by the name that `chosen` has for them. */
  entries(of: UsableEntries): Readonly<Record<string, readonly ChosenEntry[]>>
  /** The records that the entries choose today: `source_id`, `source_project`, `name`, `position`, `entry`. */
  chosen: Part
  /** Somebody works with the record of this alias: it is never overwritten. */
  isUsed(record: string): Part
  /** Something of the project needs the record of this alias, beside the records `leaving`: it is not removed. */
  isNeeded(record: string, leaving: readonly string[]): Part
  /** The column that names another copy of the project. */
  remapped?: 'workflow_id'
}

const never = () => sql`false`

const plain = (kind: CopiedKind): DriftKind => ({
  kind,
  entries: (of) => ({ wanted: of.entriesOf(kind.keys) }),
  chosen: chosenRecords(kind, sql`wanted`),
  isUsed: never,
  isNeeded: never,
})

const isShownByWidget = (record: string) => sql`exists (select from dashboard_widget as widget
  where widget.project_id = ${sql.ref(`${record}.project_id`)}
    and strpos(lower(widget.data_ids::text), ${sql.ref(`${record}.id`)}::text) > 0)`

/** Folders or documents that have the record's name among their labels. */
const isLabelOf = (
  record: string,
  table: 'folder' | 'document',
  holder: string,
  leaving: readonly string[],
) => sql`exists (
  select from ${sql.table(table)} as labelled cross join jsonb_array_elements_text(labelled.labels) as label
  where labelled.project_id = ${sql.ref(`${record}.project_id`)} and lower(label) = lower(${sql.ref(`${record}.name`)})
    and (${sql.ref(`labelled.${holder}`)} is null or ${sql.ref(`labelled.${holder}`)} <> all(${leaving}::uuid[])))`

const groups: DriftKind = {
  ...plain(groupKind),
  isNeeded: (record) => sql`exists (select from project_group_member as member
    where member.project_id = ${sql.ref(`${record}.project_id`)} and member.group_id = ${sql.ref(`${record}.id`)})`,
}

const workflows: DriftKind = {
  kind: workflowKind,
  entries: (of) => ({
    wanted: of.entriesOf(workflowKind.keys),
    of_checklists: of.entriesOf(checklistKind.keys),
    of_widgets: of.entriesOf(widgetKind.keys),
  }),
  chosen: chosenWorkflows(sql`wanted`, sql`of_checklists as wanted`, sql`of_widgets as wanted`),
  isUsed: (record) => sql`exists (select from topic
    where topic.project_id = ${sql.ref(`${record}.project_id`)} and topic.workflow_id = ${sql.ref(`${record}.id`)})`,
  isNeeded: (record, leaving) => sql`(exists (select from checklist as going
    where going.project_id = ${sql.ref(`${record}.project_id`)} and going.workflow_id = ${sql.ref(`${record}.id`)}
      and going.id <> all(${leaving}::uuid[])) or ${isShownByWidget(record)})`,
}

const folderLabels: DriftKind = {
  kind: folderLabelKind,
  entries: (of) => ({ wanted: of.entriesOf(folderLabelKind.keys), of_folders: of.entriesOf(folderKeys) }),
  chosen: chosenFolderLabels(chosenRecords(folderLabelKind, sql`wanted`), chosenFolders(sql`of_folders as wanted`)),
  isUsed: never,
  isNeeded: (record, leaving) =>
    sql`(${isLabelOf(record, 'folder', 'id', leaving)} or ${isLabelOf(record, 'document', 'folder_id', leaving)})`,
}

const checklists: DriftKind = {
  ...plain(checklistKind),
  entries: (of) => ({ wanted: of.entriesOf(checklistKind.keys), of_widgets: of.entriesOf(widgetKind.keys) }),
  chosen: chosenChecklists(sql`wanted`, sql`of_widgets as wanted`),
  isUsed: (record) => sql`exists (select from checklist_run as run
    where run.project_id = ${sql.ref(`${record}.project_id`)} and run.checklist_id = ${sql.ref(`${record}.id`)})`,
  isNeeded: isShownByWidget,
  remapped: 'workflow_id',
}

/** What is referred to comes before what refers to it. */
export const driftKinds: readonly DriftKind[] = [
  workflows,
  folderLabels,
  groups,
  ...plainKinds.filter((kind) => kind !== groupKind).map(plain),
  checklists,
]
