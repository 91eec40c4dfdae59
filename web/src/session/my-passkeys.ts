import { listPasskeys } from '@lintel/contract/identity/passkeys'
import { queryOptions } from '@tanstack/react-query'
import { ask } from '../api/ask'

/** The signed-in person's passkeys. Fails like `ask`. */
export const myPasskeys = queryOptions({
  queryKey: ['passkeys'],
  queryFn: ({ signal }) => ask(listPasskeys, { signal }),
})
