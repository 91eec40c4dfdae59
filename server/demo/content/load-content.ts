import { type Insertable, sql } from 'kysely'
import type { Transaction } from '../../src/platform/database'
import type { DB } from '../../src/platform/database.types'
import { groupBy } from '../../src/platform/rows'
import { insertRows } from '../insert-rows'
import type { Moments } from '../moments'
import { projects } from '../projects'
import { randomOf } from '../random'
import { buildingRows, modelRows, spaceRows } from './building-rows'
import { checklistRows, runRows } from './checklist-rows'
import { groupMemberRows, groupRows, labelGroupRows, reportRows, taktTrainRows, viewRows } from './configuration-rows'
import type { ContentContext } from './content-context'
import { extents } from './extent'
import { demoFiles } from './files'
import { documentRows, documentVersionRows, folderLabelRows, folderRows } from './folder-rows'
import { topicRows } from './topic-rows'
import { workflowRows } from './workflow-rows'

const seed = 1_987

/** Inserts the contents of the projects: much for twenty sites and the libraries, little for the others. */
export async function insertContent(
  db: Transaction,
  members: readonly Insertable<DB['project_member']>[],
  moments: Moments,
): Promise<void> {
  const random = randomOf(seed)
  const sizes = extents(projects)
  const memberIds = groupBy(members, ({ project_id }) => project_id)
  const contexts = projects.map(
    (project): ContentContext => ({
      project,
      extent: sizes.get(project.id) ?? 'small',
      members: (memberIds.get(project.id) ?? []).map(({ user_id }) => user_id),
      random,
      moments,
    }),
  )
  const of = <Row>(rows: (context: ContentContext) => Row[]) => contexts.flatMap(rows)
  await insertRows(db, 'workflow', of(workflowRows))
  await insertRows(db, 'checklist', of(checklistRows))
  await insertRows(db, 'building', of(buildingRows))
  await insertRows(db, 'space', of(spaceRows))
  await insertRows(db, 'ifc_model', of(modelRows))
  await insertRows(db, 'checklist_run', of(runRows))
  await insertRows(db, 'folder_label', of(folderLabelRows))
  await insertRows(db, 'folder', of(folderRows))
  await insertFiles(db, moments)
  await insertRows(db, 'document', of(documentRows))
  await insertRows(db, 'document_version', of(documentVersionRows))
  await insertRows(db, 'project_group', of(groupRows))
  await insertRows(db, 'project_group_member', of(groupMemberRows))
  await insertRows(db, 'label_group', of(labelGroupRows))
  await insertRows(db, 'report_template', of(reportRows))
  await insertRows(db, 'custom_view', of(viewRows))
  await insertRows(db, 'takt_train', of(taktTrainRows))
  await insertRows(db, 'topic', of(topicRows))
  await sql`
    update project_figures as figures set last_topic_number = counted.last
    from (select project_id, max(number) as last from topic group by project_id) as counted
    where figures.project_id = counted.project_id`.execute(db)
}

const insertFiles = (db: Transaction, { ago }: Moments) =>
  insertRows(
    db,
    'stored_object',
    Object.values(demoFiles).map(({ key, bytes }) => ({ key, size: bytes.length, stored_at: ago(300) })),
  )
