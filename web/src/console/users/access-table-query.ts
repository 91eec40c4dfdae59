import { readAccessMatrix } from '@lintel/contract/people/access-matrix'
import { queryOptions } from '@tanstack/react-query'
import { ask } from '../../api/ask'
import { openTable } from './access-table'

/** The table is as large as the customer and changed in place: it is neither compared nor asked for behind the person's back. */
export const accessTable = (customer: string) =>
  queryOptions({
    queryKey: ['access-matrix', customer],
    queryFn: async ({ signal }) => openTable(await ask(readAccessMatrix, { parameters: { customer }, signal })),
    structuralSharing: false,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })
