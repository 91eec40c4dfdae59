import type { CreationStep } from '@lintel/contract/projects/project-creation'
import { sql } from 'kysely'
import { type Application, recordSkipped } from '../template-application/applications.store'
import {
  type CopiedKind,
  checklistKind,
  customViewKind,
  folderKeys,
  folderLabelKind,
  groupKind,
  labelGroupKind,
  reportTemplateKind,
  taktTrainKind,
  widgetKind,
  workflowKind,
} from '../template-application/copied-kinds'
import { copyBuildings, copyModels } from '../template-application/copy-buildings.store'
import { copyFolders } from '../template-application/copy-folders.store'
import { copyGroupMembers, copyPeople } from '../template-application/copy-people.store'
import {
  type CopyStep,
  copyChecklists,
  copyFolderLabels,
  copyRecords,
  copyWorkflows,
} from '../template-application/copy-records.store'
import { copyWidgets } from '../template-application/copy-widgets.store'
import { findDeletedResources } from '../template-application/deleted-resources.store'

/** A new project and its template: one of the two kinds. */
export interface Provisioning {
  project: string
  templateProject: string | null
  projectTemplate: string | null
}

/**
 * Copies one part of a template into a new project, within the given transaction. Retried after a rollback, never run again after a commit.
 */
export type CopyFunction = (
  step: CopyStep,
  provisioning: Provisioning,
  application: Application | undefined,
) => Promise<unknown>

/** Settings given at creation are kept, also an empty description; login methods are copied only within the same customer. */
const copySettings: CopyFunction = ({ db }, { project, templateProject }) =>
  db
    .updateTable('project')
    .from('project as source')
    .set({
      providers: sql`case when project.providers = '{}' and source.customer_id = project.customer_id
        then source.providers else project.providers end`,
    })
    .where('project.id', '=', project)
    .where('source.id', '=', templateProject)
    .execute()

const copyFeatures: CopyFunction = ({ db }, { project, templateProject }) =>
  db
    .updateTable('project')
    .from('project as source')
    .set({ features: sql`case when project.features = '{}' then source.features else project.features end` })
    .where('project.id', '=', project)
    .where('source.id', '=', templateProject)
    .execute()

type ContentCopier = (step: CopyStep, application: Application) => Promise<unknown>

/** Records once, with the first step, which entries are skipped because their library is missing. */
const copyFirst: CopyFunction = async (step, provisioning, application) => {
  if (application) await recordSkipped(step.db, application.project, application.skipped)
  return copySettings(step, provisioning, application)
}

/** A step that copies content and records the entries whose resource was deleted. */
const contentStep =
  (copy: ContentCopier, kind?: Pick<CopiedKind, 'table' | 'keys'>): CopyFunction =>
  async (step, _provisioning, application) => {
    if (!application) return
    await copy(step, application)
    const deleted = kind ? await findDeletedResources(step.db, application, kind) : []
    if (deleted.length > 0) await recordSkipped(step.db, application.project, deleted)
  }

const recordsStep = (kind: CopiedKind): CopyFunction =>
  contentStep((step, application) => copyRecords(step, application, kind), kind)

const copyGroups: ContentCopier = async (step, application) => {
  await copyRecords(step, application, groupKind)
  await copyGroupMembers(step, application)
}

/** One copy function per step; the type requires one for every step of the contract. */
export const copySteps: Readonly<Record<CreationStep, CopyFunction>> = {
  settings: copyFirst,
  features: copyFeatures,
  people: contentStep(copyPeople),
  'folder-labels': contentStep(copyFolderLabels, folderLabelKind),
  workflows: contentStep(copyWorkflows, workflowKind),
  checklists: contentStep(copyChecklists, checklistKind),
  groups: contentStep(copyGroups, groupKind),
  'label-groups': recordsStep(labelGroupKind),
  'report-templates': recordsStep(reportTemplateKind),
  'takt-trains': recordsStep(taktTrainKind),
  'custom-views': recordsStep(customViewKind),
  folders: contentStep(copyFolders, { table: 'folder', keys: folderKeys }),
  buildings: contentStep(copyBuildings),
  'ifc-models': contentStep(copyModels),
  'dashboard-widgets': contentStep(copyWidgets, widgetKind),
}
