import { type Organization, organizationTitle } from '@lintel/contract/people/organizations'
import type { GridCells, GridColumn } from '../../ui/grid/grid-column'
import { type Compare, directed } from '../../ui/grid/sort-rows'
import { finds, searchable } from '../../ui/search-text'
import { type OrganizationField, organizationFields } from './organization-values'

/** The grid's columns; number and country stand in the name's brackets, and can be shown by themselves. */
export const columnsOf = (words: Record<OrganizationField, string>): GridColumn[] => [
  { id: 'name', title: words.name, width: 480, isPinned: true, isRowHeader: true, canHide: false },
  { id: 'number', title: words.number, width: 160, isHidden: true },
  { id: 'country', title: words.country, width: 100, isHidden: true },
  { id: 'externalId', title: words.externalId, width: 240 },
]

/** How the grid reads the organizations. */
export const cellsOf = (records: readonly Organization[]): GridCells => {
  const titleOf = (row: number) => {
    const record = records[row]
    return record ? organizationTitle(record) : ''
  }
  return {
    rowId: (row) => records[row]?.id ?? '',
    rowTitle: titleOf,
    text(row, column) {
      const field = organizationFields[column]
      return field === 'name' ? titleOf(row) : ((field && records[row]?.[field]) ?? '')
    },
  }
}

/** Places of the organizations whose name, number, country or external id contains what was typed. */
export function findOrganizations(records: readonly Organization[], query: string): Uint32Array {
  const isFound = finds(query)
  const found = [...records.keys()].filter((row) => {
    const record = records[row]
    return record && isFound(searchable(record.name, record.number, record.country, record.externalId))
  })
  return Uint32Array.from(found)
}

/** How organizations are compared by a column: numbers by their worth, names as the language orders them. */
export function compareBy(records: readonly Organization[], locale: string) {
  const { compare } = new Intl.Collator(locale, { numeric: true })
  return (id: string, ascending: boolean): Compare | undefined => {
    const field = organizationFields.find((known) => known === id)
    if (!field) return undefined
    return directed((one, other) => compare(records[one]?.[field] ?? '', records[other]?.[field] ?? ''), ascending)
  }
}
