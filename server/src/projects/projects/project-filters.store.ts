import { type Expression, expressionBuilder, type SqlBool, sql } from 'kysely'
import { containing, idOrNone } from '../../platform/rows'

/** What lists of projects are filtered by. */
interface ProjectFilters {
  customer?: string | undefined
  isLibrary?: boolean | undefined
  isHibernated?: boolean | undefined
  isInactive?: boolean | undefined
  q?: string | undefined
}

/** True for the projects that the filters ask for; `q` is looked for in these columns. */
export function isAskedFor(
  { customer, isLibrary, isHibernated, isInactive, q }: ProjectFilters,
  searched: readonly string[],
): Expression<SqlBool> {
  const { and, or } = expressionBuilder()
  const is = (column: string, value: unknown) => sql<SqlBool>`${sql.ref(column)} = ${value}`
  return and([
    ...(customer === undefined ? [] : [is('project.customer_id', idOrNone(customer))]),
    ...(isLibrary === undefined ? [] : [is('project.is_library', isLibrary)]),
    ...(isHibernated === undefined ? [] : [is('project.is_hibernated', isHibernated)]),
    ...(isInactive === undefined ? [] : [is('project.is_inactive', isInactive)]),
    ...(q ? [or(searched.map((column) => sql<SqlBool>`${sql.ref(column)} ilike ${containing(q)}`))] : []),
  ])
}
