import type { addFavourite, removeFavourite } from '@lintel/contract/projects/favourite-project'
import { useQueryClient } from '@tanstack/react-query'
import { ask } from '../../api/ask'
import { firstCalls } from '../../api/first-calls'
import { useSave } from '../../api/use-save'
import { myProjectLinks } from '../../shell/my-project-links'

interface Favouring {
  id: string
  isFavourite: boolean
}

/** Makes a project a favourite or takes that back: shown at once, and taken back when the server refuses. */
export function useFavourite() {
  const queries = useQueryClient()
  const show = ({ id, isFavourite }: Favouring) =>
    queries.setQueryData(
      myProjectLinks.queryKey,
      (known) =>
        known && {
          ...known,
          records: known.records.map((link) => (link.id === id ? { ...link, isFavourite } : link)),
        },
    )
  return useSave({
    async work({ id, isFavourite }: Favouring) {
      await queries.cancelQueries({ queryKey: myProjectLinks.queryKey })
      show({ id, isFavourite })
      const call = firstCalls[isFavourite ? 'addFavourite' : 'removeFavourite']
      return await ask<typeof addFavourite | typeof removeFavourite>(call, { parameters: { id } }).catch((error) => {
        show({ id, isFavourite: !isFavourite })
        throw error
      })
    },
  })
}
