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

/**
 * Adds or removes a favourite: an optimistic update, rolled back if the server rejects it. Two changes are sent one after the other, so that
 * the last one is stored.
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
  const { mutate } = useSave({
    queue: 'favourites',
    async work({ id, isFavourite }: FavouriteChange) {
      const call = firstCalls[isFavourite ? 'addFavourite' : 'removeFavourite']
      return await callApi<typeof addFavourite | typeof removeFavourite>(call, { parameters: { id } }).catch(
        (error) => {
          setCached({ id, isFavourite: !isFavourite })
          throw error
        },
      )
    },
  })
  return async (change: FavouriteChange) => {
    await queries.cancelQueries({ queryKey: myProjectLinks.queryKey })
    setCached(change)
    mutate(change)
  }
}
