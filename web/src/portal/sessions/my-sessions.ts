import { listSessions } from '@lintel/contract/identity/sessions'
import { queryOptions } from '@tanstack/react-query'
import { callApi } from '../../api/call-api'

/** The user's sessions. Fails like `callApi`. */
export const mySessions = queryOptions({
  queryKey: ['sessions'],
  queryFn: ({ signal }) => callApi(listSessions, { signal }),
})
