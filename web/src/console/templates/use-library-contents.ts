import { projectContents } from '@lintel/contract/content/project-contents'
import { useQueries, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { readAgain } from '../../api/read-again'
import { readAt } from '../../api/read-at'
import { one } from '../../api/resource'
import { followCustomer } from '../../api/shared-live'
import { type LibraryContents, libraryContents, libraryKey } from './library-contents'
import { libraryFollower } from './library-follower'
import type { LibraryIndex } from './library-index'

/** What a library holds; what somebody else changes in it appears as it happens. */
export function useLibraryContents(library: string, customer: string) {
  const queries = useQueryClient()
  const contents = useQuery(libraryContents(library, queries))
  useFollowed([library], customer)
  return contents
}

/** What several libraries hold, for looking entries up, each by its id; undefined where it is not read yet, or cannot be. */
export function useLibraryIndexes(
  libraries: readonly string[],
  customer: string,
): ReadonlyMap<string, LibraryIndex | undefined> {
  const queries = useQueryClient()
  const indexes = useQueries({
    queries: libraries.map((library) => ({ ...libraryContents(library, queries), staleTime: 30_000 })),
    combine: indexesOf,
  })
  useFollowed(libraries, customer)
  return new Map(libraries.map((library, at) => [library, indexes[at]]))
}

const indexesOf = (found: readonly { data: LibraryContents | undefined }[]) => found.map(({ data }) => data?.index)

/** Has libraries read again when the server tells of a change in them. */
function useFollowed(libraries: readonly string[], customer: string): void {
  const queries = useQueryClient()
  const followed = libraries.join(' ')

  // The server tells of changes in all projects of the customer.
  useEffect(() => {
    if (followed === '') return
    const ids = followed.split(' ')
    const readLibrary = (library: string) => readAgain(queries, libraryKey(library))
    const follower = libraryFollower({
      ...{ libraries: ids, readAgain: readLibrary },
      holderOf: (id) =>
        ids.find((library) => queries.getQueryData<LibraryContents>(libraryKey(library))?.index.byId.has(id)),
      projectOf: async (id) => (await queries.fetchQuery(one(projectContents, id))).record.project,
    })
    const end = followCustomer({
      customer,
      readAt: Math.min(...ids.map((library) => readAt(queries, libraryKey(library)))),
      onChange: follower.onChange,
      onReload: () => ids.forEach(readLibrary),
    })
    return () => {
      end()
      follower.end()
    }
  }, [followed, customer, queries])
}
