import { readAccessMatrix } from '@lintel/contract/people/access-matrix'
import { queryOptions } from '@tanstack/react-query'
import { ask } from '../../api/ask'
import { type AccessTable, openTable } from './access-table'
import { ownChanges } from './own-changes'
import { TableSuccession } from './table-succession'

/** By customer. */
const successions = new Map<string, TableSuccession>()

function successionOf(customer: string): TableSuccession {
  const known = successions.get(customer) ?? new TableSuccession(putUnderWay)
  successions.set(customer, known)
  return known
}

/** What was chosen here and is still on its way: the server may have written the table down before it came. */
function putUnderWay(table: AccessTable): void {
  for (const { user, project, wanted } of ownChanges.wanted()) {
    const [row, column] = [table.personAt(user), table.projectAt(project)]
    if (row !== undefined && column !== undefined) table.set(row, column, wanted.level, wanted.end)
  }
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
