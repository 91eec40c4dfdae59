import type { ListQuery } from '@lintel/contract/jsonapi/query'
import type { ChangeSetKind } from '@lintel/contract/people/change-set-inputs'
import type {
  ChangeSet,
  ChangeSetRow,
  ChangeSetState,
  ChangeSetSummary,
  changeSets,
} from '@lintel/contract/people/change-sets'
import type { Person } from '@lintel/contract/people/permissions'
import { type SqlBool, sql } from 'kysely'
import { administeredCustomers } from '../../../customers/customers/customer-rights.store'
import type { Database } from '../../../platform/database'
import { type ListPage, type Ordering, page } from '../../../platform/paging'
import { isUuid, uuidOrNil } from '../../../platform/rows'
import { isAdministered, projectsWithRights } from '../../../projects/projects/project-rights.store'
import { selectRowPage, withRefusedCell } from './change-set-rows.store'

const emptySummary = {
  total: 0,
  change: 0,
  same: 0,
  conflict: 0,
  people: 0,
  projects: 0,
  conflicts: {},
  undone: 0,
  remaining: 0,
}

const summary = sql<ChangeSetSummary>`${JSON.stringify(emptySummary)}::jsonb || change_set.summary`

/** A change set that the actor created in a project that they still administer. */
const isOwnProjectChangeSet = (
  db: Database,
  actor: Person,
) => sql<SqlBool>`(change_set.created_by = ${actor.id} and exists (
  ${projectsWithRights(db, actor)
    .select('project.id')
    .whereRef('project.id', '=', sql.ref('change_set.project_id'))
    .whereRef('project.customer_id', '=', sql.ref('change_set.customer_id'))
    .where(isAdministered(actor))}))`

/** Change sets of the customers that the actor administers. */
const ofAdministeredCustomers = (db: Database, actor: Person) =>
  selectChangeSets(db).where((where) => administeredCustomers(where, actor, 'change_set.customer_id'))

/** The same, and those that the actor created in a project that they administer. */
const selectVisible = (db: Database, actor: Person) =>
  selectChangeSets(db).where((where) =>
    where.or([administeredCustomers(where, actor, 'change_set.customer_id'), isOwnProjectChangeSet(db, actor)]),
  )

const selectChangeSets = (db: Database) =>
  db
    .selectFrom('change_set')
    .leftJoin('app_user as creator', 'creator.id', 'change_set.created_by')
    .leftJoin('app_user as applier', 'applier.id', 'change_set.applied_by')
    .leftJoin('app_user as undoer', 'undoer.id', 'change_set.undone_by')
    .select([
      'change_set.id',
      'change_set.version',
      sql<ChangeSetKind>`change_set.kind`.as('kind'),
      'change_set.customer_id as customer',
      'change_set.project_id as project',
      sql<ChangeSetState>`change_set.state`.as('state'),
      summary.as('summary'),
      sql<ChangeSet['progress']>`jsonb_build_object('done', change_set.done, 'total', change_set.total)`.as('progress'),
      'change_set.failure',
      sql<ChangeSet['failureDetail']>`change_set.failure_detail`.as('failureDetail'),
      'creator.email as createdBy',
      'change_set.created_at as createdAt',
      'change_set.planned_at as plannedAt',
      'applier.email as appliedBy',
      'change_set.applied_at as appliedAt',
      'undoer.email as undoneBy',
      'change_set.undone_at as undoneAt',
    ])

/** A person’s id: change_set_creator_index gives the order of the list for an id, not for the email of a joined row. */
const personWith = (db: Database, email: string) =>
  db.selectFrom('app_user').select('app_user.id').where('app_user.email', '=', email.toLowerCase())

const ordering: Ordering = {
  columns: { createdAt: sql.ref('change_set.created_at') },
  id: sql.ref('change_set.id'),
  order: [{ field: 'createdAt', descending: true }],
}

export const find = async (db: Database, actor: Person, id: string): Promise<ChangeSet | undefined> =>
  isUuid(id) ? selectVisible(db, actor).where('change_set.id', '=', id).executeTakeFirst() : undefined

/** The same with all its rows, in one query, where it is not in progress and has at most `maxRows`. */
export async function findWithRows(
  db: Database,
  actor: Person,
  id: string,
  maxRows: number,
): Promise<ChangeSet | undefined> {
  const page = selectRowPage(id, { reader: actor, after: 0, size: maxRows })
  const all = sql<ChangeSetRow[] | null>`case
    when change_set.state not in ('planning', 'applying', 'undoing') and (${summary} ->> 'total')::int <= ${maxRows}
    then (select coalesce(jsonb_agg(shown order by shown.number), '[]') from (${page}) as shown) end`
  const found = await selectVisible(db, actor).select(all.as('rows')).where('change_set.id', '=', id).executeTakeFirst()
  if (!found) return undefined
  const { rows, ...set } = found
  return rows ? { ...set, rows: rows.map(withRefusedCell) } : set
}

export function listVisible(
  db: Database,
  actor: Person,
  query: ListQuery<typeof changeSets>,
): Promise<ListPage<ChangeSet>> {
  const { customer, state, kind, createdBy } = query.filters
  let select = ofAdministeredCustomers(db, actor)
  if (customer !== undefined) select = select.where('change_set.customer_id', '=', uuidOrNil(customer))
  if (state !== undefined) select = select.where('change_set.state', '=', state)
  if (kind !== undefined) select = select.where('change_set.kind', 'in', kind)
  if (createdBy !== undefined) select = select.where('change_set.created_by', '=', personWith(db, createdBy))
  return page(select, query, ordering)
}
