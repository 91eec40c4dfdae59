import { buildings } from '@lintel/contract/content/buildings'
import { checklistStatuses } from '@lintel/contract/content/checklist-statuses'
import { documents } from '@lintel/contract/content/documents'
import { folders } from '@lintel/contract/content/folders'
import { ifcModels } from '@lintel/contract/content/ifc-models'
import { projectContents } from '@lintel/contract/content/project-contents'
import { spaces } from '@lintel/contract/content/spaces'
import { workflowStatuses } from '@lintel/contract/content/workflow-statuses'
import { inProject } from '@lintel/contract/jsonapi/resource'
import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { readPart } from '../../../api/read-part'
import { all } from '../../../api/resource'
import { type ContentItem, type ContentKind, kinds, pathOf } from './contents-tree'

/** The whole content of a project as items of its tree. Fails like `all`: with `projectStopped` while it does not run. */
export const projectContent = (project: string, queries: QueryClient) =>
  queryOptions({
    queryKey: ['project-content', project],
    queryFn: async (): Promise<ContentItem[]> => {
      const read = readPart(queries)
      const lists = await Promise.all([
        read(all(projectContents, { filter: { project } })),
        read(all(inProject(workflowStatuses, project))),
        read(all(inProject(checklistStatuses, project))),
        read(all(inProject(folders, project))),
        read(all(inProject(documents, project))),
        read(all(inProject(buildings, project))),
        read(all(inProject(spaces, project))),
        read(all(inProject(ifcModels, project))),
      ])
      const [entries, workflowCounts, checklistCounts, folderRecords, files, houses, rooms, models] = lists
      const counts = new Map<string, readonly number[]>([
        ...workflowCounts.records.map(
          ({ workflow, totalOpen, totalDone, totalClosed }) => [workflow, [totalOpen, totalDone, totalClosed]] as const,
        ),
        ...checklistCounts.records.map(
          ({ checklist, notStarted, inProgress, done }) => [checklist, [notStarted, inProgress, done]] as const,
        ),
      ])
      const pathOfFolder = pathsOf(folderRecords.records)
      const nameOfBuilding = new Map(houses.records.map(({ id, name }) => [id, name]))
      return [
        ...entries.records.flatMap(({ id, entityType, name }): ContentItem[] => {
          const itemCounts = counts.get(id)
          // Folders are added together with their documents below.
          if (entityType === 'folders' || !isContentKind(entityType)) return []
          return [{ id, kind: entityType, path: pathOf(entityType, name), ...(itemCounts && { counts: itemCounts }) }]
        }),
        ...folderRecords.records.map(
          ({ id }): ContentItem => ({ id, kind: 'folders', path: pathOfFolder(id), isFolder: true }),
        ),
        ...files.records.map(
          ({ id, name, folder, size }): ContentItem => ({
            id,
            kind: 'folders',
            path: [...(folder === null ? [] : pathOfFolder(folder)), name],
            size,
          }),
        ),
        ...houses.records.map(({ id, name }): ContentItem => ({ id, kind: 'buildings', path: [name], isFolder: true })),
        ...rooms.records.map(
          ({ id, number, name, building, storey }): ContentItem => ({
            id,
            kind: 'buildings',
            path: [building && nameOfBuilding.get(building), storey, `${number} ${name}`].filter(
              (part) => part != null,
            ),
          }),
        ),
        ...models.records.map(({ id, name, size }): ContentItem => ({ id, kind: 'ifc-models', path: [name], size })),
      ]
    },
  })

/** Widgets are copied as well, but are not part of a project's tree. */
const isContentKind = (type: string): type is ContentKind => kinds.some((kind) => kind === type)

/** Gives the path of a folder by its id, from the root. */
function pathsOf(records: readonly { id: string; name: string; parent: string | null }[]) {
  const byId = new Map(records.map((record) => [record.id, record]))
  return (id: string): string[] => {
    const path: string[] = []
    for (
      let folder = byId.get(id);
      folder && path.length < records.length;
      folder = folder.parent ? byId.get(folder.parent) : undefined
    ) {
      path.unshift(folder.name)
    }
    return path
  }
}
