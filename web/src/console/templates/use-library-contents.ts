import { projectContents } from '@lintel/contract/content/project-contents'
import { useQueries, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { followCustomer } from '../../api/live-connections'
import { readAt } from '../../api/read-at'
import { one } from '../../api/resource'
import { scheduleRefetch } from '../../api/schedule-refetch'
import { libraryChangeHandler } from './library-change-handler'
import { type LibraryContents, libraryContents, libraryKey } from './library-contents'
import type { LibraryIndex } from './library-index'

/** The content of a library; changes by others appear live. */
export function useLibraryContents(library: string, customer: string) {
  const queries = useQueryClient()
  const contents = useQuery(libraryContents(library, queries))
  useLibraryUpdates([library], customer)
  return contents
}

/** The indexes of several libraries by id; undefined while loading, or where loading failed. */
export function useLibraryIndexes(
  libraries: readonly string[],
  customer: string,
): ReadonlyMap<string, LibraryIndex | undefined> {
  const queries = useQueryClient()
  const indexes = useQueries({
    queries: libraries.map((library) => ({ ...libraryContents(library, queries), staleTime: 30_000 })),
    combine: indexesOf,
  })
  useLibraryUpdates(libraries, customer)
  return new Map(libraries.map((library, at) => [library, indexes[at]]))
}

const indexesOf = (found: readonly { data: LibraryContents | undefined }[]) => found.map(({ data }) => data?.index)

/** Refetches libraries when the server reports a change in them. */
function useLibraryUpdates(libraries: readonly string[], customer: string): void {
  const queries = useQueryClient()
  const libraryIds = libraries.join(' ')

  // Subscribes to the events of all projects of the customer.
  useEffect(() => {
    if (libraryIds === '') return
    const ids = libraryIds.split(' ')
    const reloadLibrary = (library: string) => scheduleRefetch(queries, libraryKey(library))
    const handler = libraryChangeHandler({
      ...{ libraries: ids, reload: reloadLibrary },
      findLibrary: (id) =>
        ids.find((library) => queries.getQueryData<LibraryContents>(libraryKey(library))?.index.byId.has(id)),
      projectOf: async (id) => (await queries.fetchQuery(one(projectContents, id))).record.project,
    })
    const end = followCustomer({
      customer,
      readAt: Math.min(...ids.map((library) => readAt(queries, libraryKey(library)))),
      onChange: handler.onChange,
      onReload: () => ids.forEach(reloadLibrary),
    })
    return () => {
      end()
      handler.end()
    }
  }, [libraryIds, customer, queries])
}
