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
import type { Platform } from '../platform/context'
import { type ServedResource, serve } from '../platform/serve'
import { openContent } from '../projects/project-life/content-guard'
import { checklistRunTable } from './checklist-run-table.store'
import * as columns from './content-columns'
import { contains, refersTo } from './content-table.store'
import { folderTable } from './folder-table.store'
import { groupTable } from './group-table.store'
import { findContentEntry, listContentEntries, projectOfEntry } from './project-contents.store'
import {
  assertProjectReadable,
  contentScopes,
  listInProject,
  listInRequestedProject,
  serveContent,
} from './serve-content'
import { findChecklistStatus, findWorkflowStatus, listChecklistStatuses, listWorkflowStatuses } from './statuses.store'
import { topicTable } from './topic-table.store'

/** 1 KiB for each of the 1,000 items that a checklist may have. */
const largeBody = 1024 * 1024

const nameFilter = ({ q }: { q?: string | undefined }) => contains('name', q)

/** Resources of project content. */
export const contentRoutes = ({ configuration }: Pick<Platform, 'configuration'>): ServedResource[] => [
  serveContent(workflows, { columns: columns.workflowColumns, filterConditions: nameFilter }, { configuration }),
  serveContent(
    checklists,
    { columns: columns.checklistColumns, filterConditions: nameFilter },
    { configuration, isExported: true, bodyLimit: largeBody },
  ),
  serveContent(checklistRuns, checklistRunTable, { configuration }),
  serveContent(topics, topicTable, { configuration, isExported: true }),
  serveContent(folderLabels, { columns: columns.folderLabelColumns, filterConditions: nameFilter }, { configuration }),
  serveContent(folders, folderTable, { configuration }),
  serveContent(
    documents,
    {
      columns: columns.documentColumns,
      filterConditions: ({ folder, q }) => [...refersTo('folder_id', folder), ...contains('name', q)],
    },
    { configuration },
  ),
  serveContent(groups, groupTable, { configuration }),
  serveContent(labelGroups, { columns: columns.labelGroupColumns, filterConditions: nameFilter }, { configuration }),
  serveContent(
    reportTemplates,
    { columns: columns.reportTemplateColumns, filterConditions: nameFilter },
    { configuration },
  ),
  serveContent(taktTrains, { columns: columns.taktTrainColumns, filterConditions: nameFilter }, { configuration }),
  serveContent(customViews, { columns: columns.customViewColumns, filterConditions: nameFilter }, { configuration }),
  serveContent(ifcModels, { columns: columns.ifcModelColumns, filterConditions: nameFilter }, { configuration }),
  serveContent(buildings, { columns: columns.buildingColumns, filterConditions: nameFilter }, { configuration }),
  serveContent(
    spaces,
    {
      columns: columns.spaceColumns,
      defaultSort: 'number',
      filterConditions: ({ building, q }) => [...refersTo('building_id', building), ...contains('name', q)],
    },
    { configuration },
  ),
  serve(workflowStatuses, {
    scopes: contentScopes,
    find: findWorkflowStatus,
    missingMethods: (db, actor, id) =>
      assertProjectReadable(db, { actor, configuration }, { columns: columns.workflowColumns }, id),
    list: {
      may: isSignedIn,
      run: (context, query) =>
        listInRequestedProject(context, (project) => listWorkflowStatuses(context.db, context.actor, project, query)),
    },
    read: { may: isSignedIn },
  }),
  serve(checklistStatuses, {
    scopes: contentScopes,
    find: findChecklistStatus,
    missingMethods: (db, actor, id) =>
      assertProjectReadable(db, { actor, configuration }, { columns: columns.checklistColumns }, id),
    list: {
      may: isSignedIn,
      run: (context, query) =>
        listInRequestedProject(context, (project) => listChecklistStatuses(context.db, context.actor, project, query)),
    },
    read: { may: isSignedIn },
  }),
  serve(projectContents, {
    scopes: contentScopes,
    find: findContentEntry,
    async missingMethods(db, actor, id) {
      const project = await projectOfEntry(db, id)
      if (project !== undefined) await openContent(db, { actor, configuration }, project, 'read')
      return undefined
    },
    list: {
      may: isSignedIn,
      run(context, query) {
        const entries = () => listContentEntries(context.db, context.actor, query)
        const { project } = query.filters
        return project === undefined ? entries() : listInProject(context, project, entries)
      },
    },
    read: { may: isSignedIn },
  }),
]
