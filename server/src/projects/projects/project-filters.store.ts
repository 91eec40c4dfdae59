import { type Expression, expressionBuilder, type SqlBool, sql } from 'kysely'
import { uuidOrNil } from '../../platform/rows'
import { containsWords } from '../../platform/search'

/** Filters of project lists. */
interface ProjectFilters {
  customer?: string | undefined
  isLibrary?: boolean | undefined
  isHibernated?: boolean | undefined
  isInactive?: boolean | undefined
  hasWidgets?: boolean | undefined
  status?: string | undefined
  owner?: string | undefined
  q?: string | undefined
}

/** Condition for the filters; `q` is searched in the given columns. */
export function matchesFilters(
  { customer, isLibrary, isHibernated, isInactive, hasWidgets, status, owner, q }: ProjectFilters,
  searchColumns: readonly string[],
): Expression<SqlBool> {
  const { and } = expressionBuilder()
  const equals = (column: string, value: unknown) => sql<SqlBool>`${sql.ref(column)} = ${value}`
  // A literal instead of a parameter, so that the planner can use partial indexes.
  const equalsLiteral = (column: string, value: string | boolean) =>
    sql<SqlBool>`${sql.ref(column)} = ${sql.lit(value)}`
  return and([
    ...(customer === undefined ? [] : [equals('project.customer_id', uuidOrNil(customer))]),
    ...(isLibrary === undefined ? [] : [equalsLiteral('project.is_library', isLibrary)]),
    ...(isHibernated === undefined ? [] : [equalsLiteral('project.is_hibernated', isHibernated)]),
    ...(isInactive === undefined ? [] : [equalsLiteral('project.is_inactive', isInactive)]),
    ...(hasWidgets === undefined
      ? []
      : [
          sql<SqlBool>`exists (select from dashboard_widget where dashboard_widget.project_id = project.id) = ${sql.lit(hasWidgets)}`,
        ]),
    ...(status === undefined ? [] : [equalsLiteral('project.status', status)]),
    ...(owner === undefined
      ? []
      : [sql<SqlBool>`project.owner_id = (select id from app_user where email = ${owner.toLowerCase()})`]),
    ...(q ? [containsWords(q, ...searchColumns)] : []),
  ])
}
