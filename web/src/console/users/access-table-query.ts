import { readAccessMatrix } from '@lintel/contract/people/access-matrix'
import { queryOptions } from '@tanstack/react-query'
import { ask } from '../../api/ask'
import { openTable } from './access-table'
import { TableSuccession } from './table-succession'

/** By customer. */
const successions = new Map<string, TableSuccession>()

function successionOf(customer: string): TableSuccession {
  const known = successions.get(customer) ?? new TableSuccession()
  successions.set(customer, known)
  return known
}

/** The table is as large as the customer and changed in place: it is neither compared nor asked for behind the person's back. */
export const accessTable = (customer: string) =>
  queryOptions({
    queryKey: ['access-matrix', customer],
    queryFn: ({ signal }) =>
      successionOf(customer).read(async (wrote) =>
        openTable(await ask(readAccessMatrix, { parameters: { customer }, signal }), wrote),
      ),
    structuralSharing: false,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })
