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

/** Adds or removes a favourite: an optimistic update, rolled back if the server rejects it. */
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
  return useSave({
    async work({ id, isFavourite }: FavouriteChange) {
      await queries.cancelQueries({ queryKey: myProjectLinks.queryKey })
      setCached({ id, isFavourite })
      const call = firstCalls[isFavourite ? 'addFavourite' : 'removeFavourite']
      return await callApi<typeof addFavourite | typeof removeFavourite>(call, { parameters: { id } }).catch(
        (error) => {
          setCached({ id, isFavourite: !isFavourite })
          throw error
        },
      )
    },
  })
}
