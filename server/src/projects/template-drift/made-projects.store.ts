import type { ListQuery } from '@lintel/contract/jsonapi/query'
import type { Person } from '@lintel/contract/people/permissions'
import type { MadeProject, madeProjects } from '@lintel/contract/projects/made-projects'
import { type SqlBool, sql } from 'kysely'
import { administeredCustomers } from '../../customers/customers/customer-rights.store'
import { belongsToCustomer } from '../../people/users/belongs-to-customer.store'
import type { Database } from '../../platform/database'
import { type ListPage, type Ordering, page, type TotalSharing } from '../../platform/paging'
import { isUuid, uuidOrNil } from '../../platform/rows'
import { isOpenTo } from '../projects/project-rights.store'
import { countEntryDrift, countResourceDrift } from './drift.store'

/** Whether the reader may know the person who made the project: staff know everybody, others the people of its customer. */
const isMakerKnownTo = (actor: Person) =>
  actor.isStaff ? sql<SqlBool>`true` : belongsToCustomer('maker', sql.ref('application.customer_id'))

/**
 * Projects created from templates, of customers that the person administers. A project that moved to another customer is left out, unless
 * its template is the platform's.
 */
const visible = (db: Database, actor: Person) =>
  db
    .selectFrom('template_application as application')
    .innerJoin('project', (join) =>
      join
        .onRef('project.id', '=', 'application.project_id')
        .onRef('project.customer_id', '=', 'application.customer_id'),
    )
    .leftJoin('project_template as template', 'template.id', 'application.template_id')
    .leftJoin('app_user as maker', (join) =>
      join.onRef('maker.id', '=', 'application.made_by').on(isMakerKnownTo(actor)),
    )
    .where('application.template_id', 'is not', null)
    // Of a deleted template, the customer is recorded.
    .where(
      sql<SqlBool>`coalesce(template.customer_id, application.made_from, application.customer_id) = application.customer_id`,
    )
    .where('project.is_inactive', '=', false)
    .where((where) => administeredCustomers(where, actor, 'application.customer_id'))
    .where(isOpenTo(actor))
    .select([
      'project.id',
      'project.version',
      'project.id as project',
      'project.name as projectName',
      sql<string>`application.template_id`.as('template'),
      'application.template_version as templateVersion',
      'template.version as currentVersion',
      'application.made_at as madeAt',
      'maker.email as madeBy',
    ])

const ordering: Ordering = {
  columns: { madeAt: sql.ref('application.made_at'), projectName: sql.ref('project.name') },
  id: sql.ref('project.id'),
  order: [{ field: 'madeAt', descending: true }],
}

/** Finds one of these projects by its id. */
export async function findMadeProject(db: Database, actor: Person, id: string): Promise<MadeProject | undefined> {
  if (!isUuid(id)) return undefined
  const made = await visible(db, actor).where('project.id', '=', id).executeTakeFirst()
  return made && (await withDrift(db, [made]))[0]
}

/** Lists these projects with at most four statements, however many there are. */
export async function listMadeProjects(
  db: Database,
  actor: Person,
  query: ListQuery<typeof madeProjects> & TotalSharing,
): Promise<ListPage<MadeProject>> {
  const { template, customer } = query.filters
  let select = visible(db, actor)
  if (template !== undefined) select = select.where('application.template_id', '=', uuidOrNil(template))
  if (customer !== undefined) select = select.where('application.customer_id', '=', uuidOrNil(customer))
  const listed = await page(select, query, ordering)
  return { ...listed, records: await withDrift(db, listed.records) }
}

const noDrift = {
  ...{ entriesGained: 0, entriesLost: 0, changedInProject: 0, deletedInProject: 0 },
  ...{ changedInLibrary: 0, goneFromLibrary: 0 },
}

async function withDrift(
  db: Database,
  made: readonly Omit<MadeProject, keyof typeof noDrift>[],
): Promise<MadeProject[]> {
  const ids = made.map(({ id }) => id)
  if (ids.length === 0) return []
  // A pool runs both in parallel, a transaction one after the other.
  const [entries, resources] = db.isTransaction
    ? [await countEntryDrift(db, ids), await countResourceDrift(db, ids)]
    : await Promise.all([countEntryDrift(db, ids), countResourceDrift(db, ids)])
  return made.map((one) => ({ ...one, ...noDrift, ...entries.get(one.id), ...resources.get(one.id) }))
}
