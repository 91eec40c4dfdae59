import { useLingui } from '@lingui/react'
import { jsonApiMediaType } from '@lintel/contract/jsonapi/document'
import { address } from '@lintel/contract/jsonapi/query'
import type { AnyResource } from '@lintel/contract/jsonapi/resource'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { showToast } from '../ui/toast'
import { problemText } from './problem-text'
import { reportError } from './report-error'
import { keyOf } from './resource'
import { send } from './send'

/**
 * Removes a record in the version that the person saw (412 `stale` when it is another by now). A failure is logged and
 * shown in a toast, and the records are read again either way.
 */
export function useRemove<R extends AnyResource>(resource: R) {
  const queries = useQueryClient()
  const { i18n } = useLingui()
  return useMutation({
    mutationFn: async ({ id, version }: { id: string; version: number }) => {
      await send({
        method: 'DELETE',
        address: address(resource, id),
        ifMatch: version,
        mediaType: jsonApiMediaType,
      })
    },
    onError: (error) => {
      reportError(error, 'saveFailed')
      showToast({ kind: 'problem', text: i18n._(problemText(error)) })
    },
    onSettled: () => queries.invalidateQueries({ queryKey: keyOf(resource) }),
  })
}
