import { listApiTokens } from '@lintel/contract/identity/api-tokens'
import { queryOptions } from '@tanstack/react-query'
import { ask } from '../../api/ask'

/** The API tokens of a customer. Fails like `ask`. */
export const apiTokensOf = (customer: string) =>
  queryOptions({
    queryKey: ['api-tokens', customer],
    queryFn: ({ signal }) => ask(listApiTokens, { query: { customer }, signal }),
  })
