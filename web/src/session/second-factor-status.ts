import { mfaStatus } from '@lintel/contract/identity/mfa'
import { queryOptions } from '@tanstack/react-query'
import { ask } from '../api/ask'

/** How the signed-in person's second factor stands. Fails like `ask`. */
export const secondFactorStatus = queryOptions({
  queryKey: ['second-factor'],
  queryFn: ({ signal }) => ask(mfaStatus, { signal }),
})
