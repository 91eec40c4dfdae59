import { listApiTokens } from '@lintel/contract/identity/api-tokens'
import { queryOptions } from '@tanstack/react-query'
import { callApi } from '../../api/call-api'

/** Query for the API tokens of a customer. Fails like `callApi`. */
export const apiTokensQuery = (customer: string) =>
  queryOptions({
    queryKey: ['api-tokens', customer],
    queryFn: ({ signal }) => callApi(listApiTokens, { query: { customer }, signal }),
  })
