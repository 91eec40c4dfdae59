import { folders } from '@lintel/contract/content/folders'
import { automaticGroup } from '@lintel/contract/content/groups'
import { type ProjectContent, projectContents } from '@lintel/contract/content/project-contents'
import { inProject } from '@lintel/contract/jsonapi/resource'
import { type TemplateResourceType, templateKeysOf } from '@lintel/contract/projects/template-resources'
import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { readPart } from '../../api/read-part'
import { reportError } from '../../api/report-error'
import { all } from '../../api/resource'
import { type LibraryIndex, libraryIndexOf } from './library-index'
import { type LibraryResource, pathOf } from './library-tree'

/** The content of a library as a list and as an index. */
export interface LibraryContents {
  resources: readonly LibraryResource[]
  index: LibraryIndex
}

/** Query key of a library. */
export const libraryKey = (library: string) => ['library-contents', library] as const

/** Query for the content of a library. A failure is logged (admin-console chapter 8) and also shown on screen. Fails like `all`. */
export const libraryContents = (library: string, queries: QueryClient) =>
  queryOptions({
    queryKey: libraryKey(library),
    // People return from the library right after adding something to it.
    staleTime: 0,
    queryFn: async (): Promise<LibraryContents> => {
      const read = readPart(queries)
      try {
        const [contents, folderRecords] = await Promise.all([
          read({ ...all(projectContents, { filter: { project: library } }), staleTime: 0, gcTime: 0 }),
          read({ ...all(inProject(folders, library)), staleTime: 0 }),
        ])
        const resources = resourcesOf(contents.records, folderRecords.records)
        return { resources, index: libraryIndexOf(resources) }
      } catch (error) {
        reportError(error, 'loadFailed')
        throw error
      }
    },
  })

/** Whether a template can contain this type. */
export const isTemplateContent = (type: string): type is TemplateResourceType => Object.hasOwn(templateKeysOf, type)

/** The resources of a library that a template can contain. Folders have only their own name, so their path comes from the folder records. */
export function resourcesOf(
  contents: readonly Pick<ProjectContent, 'id' | 'entityType' | 'name'>[],
  folderRecords: readonly { id: string; name: string; parent: string | null }[],
): LibraryResource[] {
  const folderById = new Map(folderRecords.map((folder) => [folder.id, folder]))
  const above = (id: string): string[] => {
    const ids: string[] = []
    for (let at = folderById.get(id)?.parent; at && ids.length < folderById.size; at = folderById.get(at)?.parent) {
      ids.unshift(at)
    }
    return ids
  }
  return contents.flatMap(({ id, entityType, name }): LibraryResource[] => {
    // Every new project gets this group automatically.
    if (entityType === 'groups' && name === automaticGroup) return []
    if (entityType !== 'folders') return [{ id, type: entityType, path: pathOf(name) }]
    const folderAbove = above(id)
    const path = [...folderAbove.map((folder) => folderById.get(folder)?.name ?? ''), name]
    return [{ id, type: entityType, path, folderAbove }]
  })
}
