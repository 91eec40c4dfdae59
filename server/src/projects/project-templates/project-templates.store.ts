import { pointerTo } from '@lintel/contract/jsonapi/document'
import type { ListQuery } from '@lintel/contract/jsonapi/query'
import type { Person } from '@lintel/contract/people/permissions'
import { Problem, problemObject } from '@lintel/contract/problems'
import {
  type ProjectTemplate,
  type ProjectTemplateDraft,
  type ProjectTemplatePatch,
  projectTemplates,
} from '@lintel/contract/projects/project-templates'
import { entryKey, type TemplateEntry } from '@lintel/contract/projects/template-content'
import { type SqlBool, sql } from 'kysely'
import { uuidv7 } from 'uuidv7'
import { administeredCustomers, ownId, readableCustomers } from '../../customers/customers/customer-rights.store'
import { homeOf } from '../../people/users/person-of-customer.store'
import { instantOf } from '../../platform/clock'
import type { Change } from '../../platform/context'
import type { Database, Transaction } from '../../platform/database'
import { type Listed, type Ordering, page } from '../../platform/paging'
import { anyOf, columnsOf, isUuid, mustHaveChanged, mustHaveRemoved, uuidOrNil } from '../../platform/rows'
import { containsWords } from '../../platform/search'
import { isOpenTo } from '../projects/project-rights.store'
import { writeEntries } from './template-entries.store'

type Db = Database | Transaction

/** The platform's defaults, and the templates of customers that the person belongs to or reads for. */
const withinReach = (db: Db, actor: Person) =>
  db
    .selectFrom('project_template as template')
    .where((where) =>
      where.and([
        sql<SqlBool>`${sql.lit(actor.guestOf === null)}`,
        where.or([
          where('template.customer_id', 'is', null),
          readableCustomers(where, actor, 'template.customer_id'),
          sql<SqlBool>`template.customer_id = ${homeOf(ownId(actor))}`,
        ]),
      ]),
    )

const offered = (db: Db, actor: Person) =>
  withinReach(db, actor).select([
    'template.id',
    'template.version',
    'template.name',
    'template.customer_id as customer',
    sql<string | null>`(select name from customer where customer.id = template.customer_id)`.as('customerName'),
    'template.is_default as isDefault',
    sql<TemplateEntry[]>`template_content(template.id)`.as('content'),
    (made) =>
      made
        .selectFrom('project as made')
        .select(sql<number>`count(*)::int`.as('numProjects'))
        .whereRef('made.project_template_id', '=', 'template.id')
        .where('made.is_inactive', '=', false)
        .where((where) => administeredCustomers(where, actor, 'made.customer_id'))
        .$asScalar()
        .$notNull()
        .as('numProjects'),
    'template.created_at as createdAt',
    'template.updated_at as updatedAt',
  ])

const ordering: Ordering = {
  columns: { name: sql.ref('template.name'), createdAt: sql.ref('template.created_at') },
  id: sql.ref('template.id'),
  order: [{ field: 'name', descending: false }],
}

/** A template that the person may use. */
export const find = async (db: Db, actor: Person, id: string): Promise<ProjectTemplate | undefined> =>
  isUuid(id) ? offered(db, actor).where('template.id', '=', id).executeTakeFirst() : undefined

/** What a template is called and whose it is, without its entries. */
export const findPlain = async (
  db: Db,
  actor: Person,
  id: string,
): Promise<Pick<ProjectTemplate, 'id' | 'name' | 'customer'> | undefined> =>
  isUuid(id)
    ? withinReach(db, actor)
        .select(['template.id', 'template.name', 'template.customer_id as customer'])
        .where('template.id', '=', id)
        .executeTakeFirst()
    : undefined

/** Those of the ids that the person may use. */
export const amongOffered = (db: Db, actor: Person, ids: readonly string[]): Promise<ProjectTemplate[]> =>
  offered(db, actor).where('template.id', '=', anyOf(ids)).execute()

/** The templates that the person may use, a page at a time. */
export function listOffered(
  db: Db,
  actor: Person,
  query: ListQuery<typeof projectTemplates>,
): Promise<Listed<ProjectTemplate>> {
  const { customer, q } = query.filters
  let select = offered(db, actor)
  if (customer !== undefined) select = select.where('template.customer_id', '=', uuidOrNil(customer))
  if (q) select = select.where(containsWords(q, 'template.name'))
  return page(select, query, ordering)
}

/** Writes a new template. Its entries name projects of the same customer only (security G4). */
export async function add({ db, actor, now }: Change<Person>, draft: ProjectTemplateDraft): Promise<string> {
  if (draft.customer !== null && !isUuid(draft.customer)) throw unknownCustomer()
  await refuseForeignSources({ db, actor }, draft.customer, draft.content, draft.content)
  const id = uuidv7()
  await db
    .insertInto('project_template')
    .values({
      id,
      customer_id: draft.customer,
      name: draft.name,
      is_default: draft.isDefault,
      created_at: instantOf(now),
      created_by: actor.id,
      updated_at: instantOf(now),
    })
    .execute()
  await writeEntries(db, id, draft.content)
  return id
}

/** Changes a template where it is still as the person saw it. Only entries that are new are looked up. */
export async function change(
  { db, actor, now }: Change<Person>,
  template: ProjectTemplate,
  patch: ProjectTemplatePatch,
): Promise<void> {
  const { id, version, customer } = template
  const { content, ...plain } = patch
  if (content) {
    const known = new Set(template.content.map(entryKey))
    const added = content.filter((entry) => !known.has(entryKey(entry)))
    await refuseForeignSources({ db, actor }, customer, content, added)
  }
  const columns = columnsOf(plain, { name: 'name', isDefault: 'is_default' })
  mustHaveChanged(
    await db
      .updateTable('project_template')
      .set({
        ...columns,
        updated_at: instantOf(now),
        version: version + 1,
      })
      .where('id', '=', id)
      .where('version', '=', version)
      .executeTakeFirstOrThrow(),
  )
  if (content) await writeEntries(db, id, content)
}

/** Removes a template; projects that were made from it stay. */
export async function remove(db: Db, { id, version }: ProjectTemplate): Promise<void> {
  const statement = db.deleteFrom('project_template').where('id', '=', id).where('version', '=', version)
  mustHaveRemoved(await statement.executeTakeFirstOrThrow())
}

const unknownCustomer = () => new Problem('unknownReference', { pointer: pointerTo(projectTemplates, 'customer') })

/**
 * A default template of the platform may draw on any library, a customer's only on its own projects; and each only on those that the
 * session's login method opens.
 */
async function refuseForeignSources(
  { db, actor }: Pick<Change<Person>, 'db' | 'actor'>,
  customer: string | null,
  content: readonly TemplateEntry[],
  added: readonly TemplateEntry[],
): Promise<void> {
  if (added.length === 0) return
  let sources = db
    .selectFrom('project')
    .select('id')
    .where('is_inactive', '=', false)
    .where('id', '=', anyOf([...new Set(added.map(({ sourceProjectId }) => sourceProjectId))]))
    .where(isOpenTo(actor))
  sources = customer === null ? sources.where('is_library', '=', true) : sources.where('customer_id', '=', customer)
  const known = new Set((await sources.execute()).map(({ id }) => id))
  const isAdded = new Set(added)
  const wrong = content.flatMap((entry, at) =>
    isAdded.has(entry) && !known.has(entry.sourceProjectId.toLowerCase())
      ? [
          problemObject('unknownReference', {
            pointer: pointerTo(projectTemplates, 'content', String(at), 'sourceProjectId'),
          }),
        ]
      : [],
  )
  if (wrong.length > 0) throw Problem.all(wrong)
}
