import { readAccessMatrix } from '@lintel/contract/people/access-matrix'
import { queryOptions } from '@tanstack/react-query'
import { callApi } from '../../api/call-api'
import { type AccessTable, createAccessTable } from './access-table'
import { localChanges } from './local-changes'
import { TableVersions } from './table-versions'

/** By customer. */
const versionsByCustomer = new Map<string, TableVersions>()

/** The versions of a customer's table in this window. */
export function tableVersionsOf(customer: string): TableVersions {
  const known = versionsByCustomer.get(customer) ?? new TableVersions(applyPendingChanges)
  versionsByCustomer.set(customer, known)
  return known
}

/** Applies local changes that are still being saved: the server may have read the table before they arrived. */
function applyPendingChanges(table: AccessTable): void {
  for (const { user, project, requested } of localChanges.requested()) {
    const [row, column] = [table.personAt(user), table.projectAt(project)]
    if (row !== undefined && column !== undefined) table.set(row, column, requested.level, requested.end)
  }
}

/** Query for the access table. It is large and changed in place, so it is neither compared structurally nor refetched automatically. */
export const accessTable = (customer: string) =>
  queryOptions({
    queryKey: ['access-matrix', customer],
    queryFn: ({ signal }) =>
      tableVersionsOf(customer).read(async (onWrite) =>
        createAccessTable(await callApi(readAccessMatrix, { parameters: { customer }, signal }), onWrite),
      ),
    structuralSharing: false,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })
