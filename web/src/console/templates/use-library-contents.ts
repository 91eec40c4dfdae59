import { useQueries, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { readAt } from '../../api/read-at'
import { followCustomer } from '../../api/shared-live'
import { isCopied, type LibraryContents, libraryContents, libraryKey } from './library-contents'
import type { LibraryIndex } from './library-index'

/** What a library holds; what somebody else changes in it appears as it happens. */
export function useLibraryContents(library: string, customer: string) {
  const queries = useQueryClient()
  const contents = useQuery(libraryContents(library, queries))
  const known = contents.data?.index.byId

  // The server tells of changes in all projects of the customer: those of this library are read again.
  useEffect(() => {
    const readAgain = () => void queries.invalidateQueries({ queryKey: libraryKey(library) })
    return followCustomer({
      customer,
      readAt: readAt(queries, libraryKey(library)),
      onChange: ({ type, id }) => isCopied(type) && id !== null && known?.has(id) && readAgain(),
      onReload: readAgain,
    })
  }, [library, customer, known, queries])

  return contents
}

/** What several libraries hold, for looking entries up, each by its id; undefined where it is not read yet, or cannot be. */
export function useLibraryIndexes(libraries: readonly string[]): ReadonlyMap<string, LibraryIndex | undefined> {
  const queries = useQueryClient()
  const indexes = useQueries({
    queries: libraries.map((library) => ({ ...libraryContents(library, queries), staleTime: 30_000 })),
    combine: indexesOf,
  })
  return new Map(libraries.map((library, at) => [library, indexes[at]]))
}

const indexesOf = (found: readonly { data: LibraryContents | undefined }[]) => found.map(({ data }) => data?.index)
