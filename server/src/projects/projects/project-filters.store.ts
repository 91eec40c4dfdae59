import { type Expression, expressionBuilder, type SqlBool, sql } from 'kysely'
import { uuidOrNil } from '../../platform/rows'
import { containsWords } from '../../platform/search'

/** What lists of projects are filtered by. */
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

/** True for the projects that the filters ask for; `q` is looked for in these columns. */
export function isAskedFor(
  { customer, isLibrary, isHibernated, isInactive, hasWidgets, status, owner, q }: ProjectFilters,
  searched: readonly string[],
): Expression<SqlBool> {
  const { and } = expressionBuilder()
  const is = (column: string, value: unknown) => sql<SqlBool>`${sql.ref(column)} = ${value}`
  // In the statement itself: the index of a state that few projects are in is for that state alone.
  const isNow = (column: string, value: string | boolean) => sql<SqlBool>`${sql.ref(column)} = ${sql.lit(value)}`
  return and([
    ...(customer === undefined ? [] : [is('project.customer_id', uuidOrNil(customer))]),
    ...(isLibrary === undefined ? [] : [isNow('project.is_library', isLibrary)]),
    ...(isHibernated === undefined ? [] : [isNow('project.is_hibernated', isHibernated)]),
    ...(isInactive === undefined ? [] : [isNow('project.is_inactive', isInactive)]),
    ...(hasWidgets === undefined
      ? []
      : [
          sql<SqlBool>`exists (select from dashboard_widget where dashboard_widget.project_id = project.id) = ${sql.lit(hasWidgets)}`,
        ]),
    ...(status === undefined ? [] : [isNow('project.status', status)]),
    ...(owner === undefined
      ? []
      : [sql<SqlBool>`project.owner_id = (select id from app_user where email = ${owner.toLowerCase()})`]),
    ...(q ? [containsWords(q, ...searched)] : []),
  ])
}
