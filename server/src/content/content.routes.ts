import { buildings } from '@lintel/contract/content/buildings'
import { checklistRuns } from '@lintel/contract/content/checklist-runs'
import { checklistStatuses } from '@lintel/contract/content/checklist-statuses'
import { checklists } from '@lintel/contract/content/checklists'
import { customViews } from '@lintel/contract/content/custom-views'
import { documents } from '@lintel/contract/content/documents'
import { folderLabels } from '@lintel/contract/content/folder-labels'
import { folders } from '@lintel/contract/content/folders'
import { groups } from '@lintel/contract/content/groups'
import { ifcModels } from '@lintel/contract/content/ifc-models'
import { labelGroups } from '@lintel/contract/content/label-groups'
import { projectContents } from '@lintel/contract/content/project-contents'
import { reportTemplates } from '@lintel/contract/content/report-templates'
import { spaces } from '@lintel/contract/content/spaces'
import { taktTrains } from '@lintel/contract/content/takt-trains'
import { topics } from '@lintel/contract/content/topics'
import { workflowStatuses } from '@lintel/contract/content/workflow-statuses'
import { workflows } from '@lintel/contract/content/workflows'
import { isSignedIn } from '@lintel/contract/people/permissions'
import { type ServedResource, serve } from '../platform/serve'
import { methodsWanted } from '../projects/projects/project-rights.store'
import { checklistRunTable } from './checklist-run-table.store'
import * as columns from './content-columns'
import { contains, refersTo } from './content-table.store'
import { groupTable } from './group-table.store'
import { findContentEntry, listContentEntries, projectOfEntry } from './project-contents.store'
import { explain, listOf, serveContent } from './serve-content'
import { findChecklistStatus, findWorkflowStatus, listChecklistStatuses, listWorkflowStatuses } from './statuses.store'
import { topicTable } from './topic-table.store'

/** A kibibyte for each of the thousand items that a checklist may have. */
const largeBody = 1024 * 1024

const named = ({ q }: { q?: string | undefined }) => contains('name', q)

/** Everything that projects hold. */
export const contentRoutes: ServedResource[] = [
  serveContent(workflows, { columns: columns.workflowColumns, filtered: named }),
  serveContent(
    checklists,
    { columns: columns.checklistColumns, filtered: named },
    { isExported: true, bodyLimit: largeBody },
  ),
  serveContent(checklistRuns, checklistRunTable, { isExported: true }),
  serveContent(topics, topicTable, { isExported: true }),
  serveContent(folderLabels, { columns: columns.folderLabelColumns, filtered: named }),
  serveContent(folders, {
    columns: columns.folderColumns,
    filtered: ({ parent, q }) => [...refersTo('parent_id', parent), ...contains('name', q)],
  }),
  serveContent(documents, {
    columns: columns.documentColumns,
    filtered: ({ folder, q }) => [...refersTo('folder_id', folder), ...contains('name', q)],
  }),
  serveContent(groups, groupTable),
  serveContent(labelGroups, { columns: columns.labelGroupColumns, filtered: named }),
  serveContent(reportTemplates, { columns: columns.reportTemplateColumns, filtered: named }),
  serveContent(taktTrains, { columns: columns.taktTrainColumns, filtered: named }),
  serveContent(customViews, { columns: columns.customViewColumns, filtered: named }),
  serveContent(ifcModels, { columns: columns.ifcModelColumns, filtered: named }),
  serveContent(buildings, { columns: columns.buildingColumns, filtered: named }),
  serveContent(spaces, {
    columns: columns.spaceColumns,
    order: 'number',
    filtered: ({ building, q }) => [...refersTo('building_id', building), ...contains('name', q)],
  }),
  serve(workflowStatuses, {
    find: findWorkflowStatus,
    missingMethods: (db, actor, id) => explain(db, actor, { columns: columns.workflowColumns }, id),
    list: {
      may: isSignedIn,
      run: (context, query) =>
        listOf(context, (project) => listWorkflowStatuses(context.db, context.actor, project, query)),
    },
    read: { may: isSignedIn },
  }),
  serve(checklistStatuses, {
    find: findChecklistStatus,
    missingMethods: (db, actor, id) => explain(db, actor, { columns: columns.checklistColumns }, id),
    list: {
      may: isSignedIn,
      run: (context, query) =>
        listOf(context, (project) => listChecklistStatuses(context.db, context.actor, project, query)),
    },
    read: { may: isSignedIn },
  }),
  serve(projectContents, {
    find: findContentEntry,
    async missingMethods(db, actor, id) {
      const project = await projectOfEntry(db, id)
      return project === undefined ? undefined : methodsWanted(db, actor, project)
    },
    list: { may: isSignedIn, run: ({ db, actor }, query) => listContentEntries(db, actor, query) },
    read: { may: isSignedIn },
  }),
]
