import { listPasskeys } from '@lintel/contract/identity/passkeys'
import { queryOptions } from '@tanstack/react-query'
import { callApi } from '../api/call-api'

/** The signed-in person's passkeys. Fails like `callApi`. */
export const myPasskeys = queryOptions({
  queryKey: ['passkeys'],
  queryFn: ({ signal }) => callApi(listPasskeys, { signal }),
})
