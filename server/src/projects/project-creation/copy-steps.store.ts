import type { CreationStep } from '@lintel/contract/projects/project-creation'
import { sql } from 'kysely'
import { type Application, isWholeProject, recordSkipped } from '../template-application/applications.store'
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

/**
 * Copies one part of a template into a new project, within the given transaction. Retried after a rollback, never run again after a commit.
 */
export type CopyFunction = (step: CopyStep, application: Application | undefined) => Promise<unknown>

type ContentCopier = (step: CopyStep, application: Application) => Promise<unknown>

/** A step that copies content, and records the entries whose library may not be read or whose resource was deleted. */
const contentStep =
  (copy: ContentCopier, kind?: Pick<CopiedKind, 'table' | 'keys'>): CopyFunction =>
  async (step, application) => {
    if (!application) return
    await copy(step, application)
    const deleted = kind ? await findDeletedResources(step.db, application, kind) : []
    const skipped = [...application.skipped, ...deleted]
    if (skipped.length > 0) await recordSkipped(step.db, application.project, skipped)
  }

/** Login methods that were given at creation are kept; those of the source are copied only within the same customer. */
const copySettings: ContentCopier = async ({ db }, application) => {
  if (!isWholeProject(application)) return
  await db
    .updateTable('project')
    .from('project as source')
    .set({
      providers: sql`case when project.providers = '{}' and source.customer_id = project.customer_id
        then source.providers else project.providers end`,
    })
    .where('project.id', '=', application.project)
    .where('source.id', '=', application.sourceProject)
    .execute()
}

const copyFeatures: ContentCopier = async ({ db }, application) => {
  if (!isWholeProject(application)) return
  await db
    .updateTable('project')
    .from('project as source')
    .set({ features: sql`case when project.features = '{}' then source.features else project.features end` })
    .where('project.id', '=', application.project)
    .where('source.id', '=', application.sourceProject)
    .execute()
}

const recordsStep = (kind: CopiedKind): CopyFunction =>
  contentStep((step, application) => copyRecords(step, application, kind), kind)

const copyGroups: ContentCopier = async (step, application) => {
  await copyRecords(step, application, groupKind)
  await copyGroupMembers(step, application)
}

/** One copy function per step; the type requires one for every step of the contract. */
export const copySteps: Readonly<Record<CreationStep, CopyFunction>> = {
  settings: contentStep(copySettings),
  features: contentStep(copyFeatures),
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
