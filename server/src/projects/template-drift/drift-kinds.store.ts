import { type RawBuilder, sql } from 'kysely'
import type { DB } from '../../platform/database.types'
import type { UsableEntries } from '../template-application/applications.store'
import type { ChosenEntry } from '../template-application/chosen-entries'
import {
  chosenChecklists,
  chosenFolderLabels,
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

/** What tells which copies of a kind the template still selects. */
export interface ComparableKind {
  kind: { type: string; table: keyof DB }
  /** Entries that select records of it, by the names that `chosen` uses. */
  entries(of: UsableEntries): Readonly<Record<string, readonly ChosenEntry[]>>
  /** Records that the entries select now: `source_id`, `source_project`, `name`, `position`, `entry`. */
  chosen: Part
  /** Whether the record with this alias is in use, and must not be overwritten. */
  isUsed(record: string): Part
  /** Whether the project needs the record with this alias, not counting references from the records `leaving`: it must not be removed. */
  isNeeded(record: string, leaving: readonly string[]): Part
  /** Whether the record with this alias was changed in a way that its hash does not tell. */
  isChanged?(record: string): Part
}

/** A kind whose records are compared one by one with those of their libraries. */
export interface DriftKind extends ComparableKind {
  kind: CopiedKind
  /** The column that refers to another copied record. */
  remapped?: 'workflow_id'
}

const never = () => sql`false`

const plainDriftKind = (kind: CopiedKind): DriftKind => ({
  kind,
  entries: (of) => ({ requested: of.entriesOf(kind.keys) }),
  chosen: chosenRecords(kind, sql`requested`),
  isUsed: never,
  isNeeded: never,
})

const isShownByWidget = (record: string) => sql`exists (select from dashboard_widget as widget
  where widget.project_id = ${sql.ref(`${record}.project_id`)}
    and strpos(lower(widget.data_ids::text), ${sql.ref(`${record}.id`)}::text) > 0)`

/** Whether folders or documents have the record's name as a label. */
const isLabelOf = (
  record: string,
  table: 'folder' | 'document',
  folderColumn: string,
  leaving: readonly string[],
) => sql`exists (
  select from ${sql.table(table)} as labelled cross join jsonb_array_elements_text(labelled.labels) as label
  where labelled.project_id = ${sql.ref(`${record}.project_id`)} and lower(label) = lower(${sql.ref(`${record}.name`)})
    and labelled.id <> all(${leaving}::uuid[])
    and (${sql.ref(`labelled.${folderColumn}`)} is null or ${sql.ref(`labelled.${folderColumn}`)} <> all(${leaving}::uuid[])))`

const groups: DriftKind = {
  ...plainDriftKind(groupKind),
  isNeeded: (record) => sql`exists (select from project_group_member as member
    where member.project_id = ${sql.ref(`${record}.project_id`)} and member.group_id = ${sql.ref(`${record}.id`)})`,
}

const workflows: DriftKind = {
  kind: workflowKind,
  entries: (of) => ({
    requested: of.entriesOf(workflowKind.keys),
    of_checklists: of.entriesOf(checklistKind.keys),
    of_widgets: of.entriesOf(widgetKind.keys),
  }),
  chosen: chosenWorkflows(sql`requested`, sql`of_checklists as requested`, sql`of_widgets as requested`),
  isUsed: (record) => sql`exists (select from topic
    where topic.project_id = ${sql.ref(`${record}.project_id`)} and topic.workflow_id = ${sql.ref(`${record}.id`)})`,
  isNeeded: (record, leaving) => sql`(exists (select from checklist as going
    where going.project_id = ${sql.ref(`${record}.project_id`)} and going.workflow_id = ${sql.ref(`${record}.id`)}
      and going.id <> all(${leaving}::uuid[])) or ${isShownByWidget(record)})`,
}

const folderLabels: DriftKind = {
  kind: folderLabelKind,
  entries: (of) => ({ requested: of.entriesOf(folderLabelKind.keys), of_folders: of.entriesOf(folderKeys) }),
  chosen: chosenFolderLabels(sql`requested`, sql`of_folders as requested`),
  isUsed: never,
  isNeeded: (record, leaving) =>
    sql`(${isLabelOf(record, 'folder', 'id', leaving)} or ${isLabelOf(record, 'document', 'folder_id', leaving)})`,
}

const checklists: DriftKind = {
  ...plainDriftKind(checklistKind),
  entries: (of) => ({ requested: of.entriesOf(checklistKind.keys), of_widgets: of.entriesOf(widgetKind.keys) }),
  chosen: chosenChecklists(sql`requested`, sql`of_widgets as requested`),
  isUsed: (record) => sql`exists (select from checklist_run as run
    where run.project_id = ${sql.ref(`${record}.project_id`)} and run.checklist_id = ${sql.ref(`${record}.id`)})`,
  isNeeded: isShownByWidget,
  remapped: 'workflow_id',
}

/** Referenced kinds come before the kinds that refer to them. */
export const driftKinds: readonly DriftKind[] = [
  workflows,
  folderLabels,
  groups,
  ...plainKinds.filter((kind) => kind !== groupKind).map(plainDriftKind),
  checklists,
]
