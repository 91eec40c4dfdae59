import { folders } from '@lintel/contract/content/folders'
import { automaticGroup } from '@lintel/contract/content/groups'
import { type ProjectContent, projectContents } from '@lintel/contract/content/project-contents'
import { inProject } from '@lintel/contract/jsonapi/resource'
import { type TemplateResourceType, templateKeysOf } from '@lintel/contract/projects/template-resources'
import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { readPart } from '../../api/read-part'
import { reportError } from '../../api/report-error'
import { all } from '../../api/resource'
import { indexOf, type LibraryIndex } from './library-index'
import { type LibraryResource, pathOf } from './library-tree'

/** What a library holds, as a list and for looking entries up. */
export interface LibraryContents {
  resources: readonly LibraryResource[]
  index: LibraryIndex
}

/** Under which a library is cached. */
export const libraryKey = (library: string) => ['library-contents', library] as const

/** What a library holds. A failure is logged (admin-console chapter 8); the screen says it as well. Fails like `all`. */
export const libraryContents = (library: string, queries: QueryClient) =>
  queryOptions({
    queryKey: libraryKey(library),
    // Somebody comes back from the library, where they have added something.
    staleTime: 0,
    queryFn: async (): Promise<LibraryContents> => {
      const read = readPart(queries)
      try {
        const [contents, folderRecords] = await Promise.all([
          read({ ...all(projectContents, { filter: { project: library } }), staleTime: 0, gcTime: 0 }),
          read({ ...all(inProject(folders, library)), staleTime: 0 }),
        ])
        const resources = resourcesOf(contents.records, folderRecords.records)
        return { resources, index: indexOf(resources) }
      } catch (error) {
        reportError(error, 'loadFailed')
        throw error
      }
    },
  })

/** Content that a template can bring. */
export const isCopied = (type: string): type is TemplateResourceType => Object.hasOwn(templateKeysOf, type)

/** What can be brought from a library; of folders, which are told by their own names alone, where they lie. */
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
    // Every project has this group, a new one as well.
    if (entityType === 'groups' && name === automaticGroup) return []
    if (entityType !== 'folders') return [{ id, type: entityType, path: pathOf(name) }]
    const folderAbove = above(id)
    const path = [...folderAbove.map((folder) => folderById.get(folder)?.name ?? ''), name]
    return [{ id, type: entityType, path, folderAbove }]
  })
}
