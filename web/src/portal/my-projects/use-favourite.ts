import type { addFavourite, removeFavourite } from '@lintel/contract/projects/favourite-project'
import { useQueryClient } from '@tanstack/react-query'
import { callApi } from '../../api/call-api'
import { firstCalls } from '../../api/first-calls'
import { useSave } from '../../api/use-save'
import { myProjectLinks } from '../../shell/my-project-links'

interface FavouriteChange {
  id: string
  isFavourite: boolean
}

/** The latest change of each project that is not stored yet: a project moves from one section of the list to another. */
const latestChanges = new Map<string, FavouriteChange>()

/**
 * Adds or removes a favourite: an optimistic update, rolled back if the server rejects it. Changes are sent one after the other, and the latest
 * one of a project is what is shown and stored.
 */
export function useFavourite() {
  const queries = useQueryClient()
  const setCached = ({ id, isFavourite }: FavouriteChange) =>
    queries.setQueryData(
      myProjectLinks.queryKey,
      (cached) =>
        cached && {
          ...cached,
          records: cached.records.map((link) => (link.id === id ? { ...link, isFavourite } : link)),
        },
    )
  const show = async (change: FavouriteChange) => {
    await queries.cancelQueries({ queryKey: myProjectLinks.queryKey })
    setCached(change)
  }
  const { mutate } = useSave({
    queue: 'favourites',
    async work(change: FavouriteChange) {
      const { id, isFavourite } = change
      const isLatest = () => latestChanges.get(id) === change
      // The list may have been read again while the change waited.
      if (isLatest()) await show(change)
      const call = firstCalls[isFavourite ? 'addFavourite' : 'removeFavourite']
      return await callApi<typeof addFavourite | typeof removeFavourite>(call, { parameters: { id } })
        .catch((error) => {
          if (isLatest()) setCached({ id, isFavourite: !isFavourite })
          throw error
        })
        .finally(() => {
          if (isLatest()) latestChanges.delete(id)
        })
    },
  })
  return async (change: FavouriteChange) => {
    latestChanges.set(change.id, change)
    await show(change)
    mutate(change)
  }
}
