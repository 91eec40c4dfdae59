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
  /** The column that names another copy of the project. */
  remapped?: 'workflow_id'
}

const unused = () => sql`false`

const plain = (kind: CopiedKind): DriftKind => ({
  kind,
  entries: (of) => ({ wanted: of.entriesOf(kind.keys) }),
  chosen: chosenRecords(kind, sql`wanted`),
  isUsed: unused,
})

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
}

const folderLabels: DriftKind = {
  kind: folderLabelKind,
  entries: (of) => ({ wanted: of.entriesOf(folderLabelKind.keys), of_folders: of.entriesOf(folderKeys) }),
  chosen: chosenFolderLabels(chosenRecords(folderLabelKind, sql`wanted`), chosenFolders(sql`of_folders as wanted`)),
  isUsed: unused,
}

const checklists: DriftKind = {
  ...plain(checklistKind),
  entries: (of) => ({ wanted: of.entriesOf(checklistKind.keys), of_widgets: of.entriesOf(widgetKind.keys) }),
  chosen: chosenChecklists(sql`wanted`, sql`of_widgets as wanted`),
  isUsed: (record) => sql`exists (select from checklist_run as run
    where run.project_id = ${sql.ref(`${record}.project_id`)} and run.checklist_id = ${sql.ref(`${record}.id`)})`,
  remapped: 'workflow_id',
}

/** What is referred to comes before what refers to it. */
export const driftKinds: readonly DriftKind[] = [workflows, folderLabels, ...plainKinds.map(plain), checklists]
