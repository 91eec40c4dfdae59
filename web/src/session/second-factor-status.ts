import { readMfaStatus } from '@lintel/contract/identity/mfa'
import { queryOptions } from '@tanstack/react-query'
import { callApi } from '../api/call-api'

/** The status of the signed-in person's second factor. Fails like `callApi`. */
export const secondFactorStatus = queryOptions({
  queryKey: ['second-factor'],
  queryFn: ({ signal }) => callApi(readMfaStatus, { signal }),
})
