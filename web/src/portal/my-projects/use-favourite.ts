import { useLingui } from '@lingui/react'
import type { addFavourite, removeFavourite } from '@lintel/contract/projects/favourite-project'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { ask } from '../../api/ask'
import { firstCalls } from '../../api/first-calls'
import { problemText } from '../../api/problem-text'
import { reportError } from '../../api/report-error'
import { myProjectLinks } from '../../shell/my-project-links'
import { showToast } from '../../ui/toast'

interface Favouring {
  id: string
  isFavourite: boolean
}

/** Makes a project a favourite or takes that back: shown at once, and taken back when the server refuses. */
export function useFavourite() {
  const queries = useQueryClient()
  const { i18n } = useLingui()
  const show = ({ id, isFavourite }: Favouring) =>
    queries.setQueryData(
      myProjectLinks.queryKey,
      (known) =>
        known && {
          ...known,
          records: known.records.map((link) => (link.id === id ? { ...link, isFavourite } : link)),
        },
    )
  return useMutation({
    mutationFn: ({ id, isFavourite }: Favouring) =>
      ask<typeof addFavourite | typeof removeFavourite>(firstCalls[isFavourite ? 'addFavourite' : 'removeFavourite'], {
        parameters: { id },
      }),
    onMutate: async (favouring) => {
      await queries.cancelQueries({ queryKey: myProjectLinks.queryKey })
      show(favouring)
    },
    onError: (error, { id, isFavourite }) => {
      show({ id, isFavourite: !isFavourite })
      reportError(error, 'saveFailed')
      showToast({ kind: 'problem', text: i18n._(problemText(error)) })
    },
  })
}
