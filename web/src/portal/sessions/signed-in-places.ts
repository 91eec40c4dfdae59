import { listSessions } from '@lintel/contract/identity/sessions'
import { queryOptions } from '@tanstack/react-query'
import { ask } from '../../api/ask'

/** The places where the person is signed in. Fails like `ask`. */
export const signedInPlaces = queryOptions({
  queryKey: ['sessions'],
  queryFn: ({ signal }) => ask(listSessions, { signal }),
})
