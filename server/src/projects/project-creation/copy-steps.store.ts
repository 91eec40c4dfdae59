import type { CreationStep } from '@lintel/contract/projects/project-creation'
import { sql } from 'kysely'
import { type Application, noteSkipped } from '../template-application/applications.store'
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
import { copyFolders } from '../template-application/copy-folders.store'
import { copyGroupMembers, copyPeople } from '../template-application/copy-people.store'
import { copyBuildings, copyModels } from '../template-application/copy-places.store'
import {
  type CopyStep,
  copyChecklists,
  copyFolderLabels,
  copyRecords,
  copyWorkflows,
} from '../template-application/copy-records.store'
import { copyWidgets } from '../template-application/copy-widgets.store'
import { goneResources } from '../template-application/gone-resources.store'

/** A new project and what it is made from: one of the two templates. */
export interface Provisioning {
  project: string
  templateProject: string | null
  projectTemplate: string | null
}

/**
 * Brings one part of a template into a new project, all of it in the transaction that is given: it is called again when
 * the transaction before came to nothing, and never after it was committed.
 */
export type CopyFunction = (
  step: CopyStep,
  making: Provisioning,
  application: Application | undefined,
) => Promise<unknown>

/** What the creation itself says stays, an empty description too; login methods go along within the same customer only. */
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

/** What could not be brought because its library is not there is told once, with the first step. */
const first: CopyFunction = async (step, making, application) => {
  if (application) await noteSkipped(step.db, application.project, application.skipped)
  return copySettings(step, making, application)
}

/** A step that copies content, and tells which entries of its kind name what is gone. */
const ofContent =
  (copy: ContentCopier, kind?: Pick<CopiedKind, 'table' | 'keys'>): CopyFunction =>
  async (step, _making, application) => {
    if (!application) return
    await copy(step, application)
    const gone = kind ? await goneResources(step.db, application, kind) : []
    if (gone.length > 0) await noteSkipped(step.db, application.project, gone)
  }

const ofRecords = (kind: CopiedKind): CopyFunction =>
  ofContent((step, application) => copyRecords(step, application, kind), kind)

const copyGroups: ContentCopier = async (step, application) => {
  await copyRecords(step, application, groupKind)
  await copyGroupMembers(step, application)
}

/** A copier for each step: a kind of content that the contract names and nobody brings along does not compile. */
export const copySteps: Readonly<Record<CreationStep, CopyFunction>> = {
  settings: first,
  features: copyFeatures,
  people: ofContent(copyPeople),
  'folder-labels': ofContent(copyFolderLabels, folderLabelKind),
  workflows: ofContent(copyWorkflows, workflowKind),
  checklists: ofContent(copyChecklists, checklistKind),
  groups: ofContent(copyGroups, groupKind),
  'label-groups': ofRecords(labelGroupKind),
  'report-templates': ofRecords(reportTemplateKind),
  'takt-trains': ofRecords(taktTrainKind),
  'custom-views': ofRecords(customViewKind),
  folders: ofContent(copyFolders, { table: 'folder', keys: folderKeys }),
  buildings: ofContent(copyBuildings),
  'ifc-models': ofContent(copyModels),
  'dashboard-widgets': ofContent(copyWidgets, widgetKind),
}
