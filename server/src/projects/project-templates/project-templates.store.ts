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
import { homeCustomerOf } from '../../people/users/belongs-to-customer.store'
import { instantOf } from '../../platform/clock'
import type { Change } from '../../platform/context'
import type { Database } from '../../platform/database'
import { type ListPage, type Ordering, page } from '../../platform/paging'
import { anyOf, assertChanged, assertRemoved, columnsOf, isUuid, uuidOrNil } from '../../platform/rows'
import { containsWords } from '../../platform/search'
import { writeEntries } from './template-entries.store'
import { isNameless } from './template-entry-plan'
import { findLibraries } from './template-libraries.store'

/** The platform's templates, and those of customers that the person belongs to or reads for. */
const accessibleTemplates = (db: Database, actor: Person) =>
  db
    .selectFrom('project_template as template')
    .where((where) =>
      where.and([
        sql<SqlBool>`${sql.lit(actor.guestOf === null)}`,
        where.or([
          where('template.customer_id', 'is', null),
          readableCustomers(where, actor, 'template.customer_id'),
          sql<SqlBool>`template.customer_id = ${homeCustomerOf(ownId(actor))}`,
        ]),
      ]),
    )

const offered = (db: Database, actor: Person) =>
  accessibleTemplates(db, actor).select([
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

/** Finds a template that the person may use. */
export const find = async (db: Database, actor: Person, id: string): Promise<ProjectTemplate | undefined> =>
  isUuid(id) ? offered(db, actor).where('template.id', '=', id).executeTakeFirst() : undefined

/** Finds a template's name, version and customer, without its entries. */
export const findPlain = async (
  db: Database,
  actor: Person,
  id: string,
): Promise<Pick<ProjectTemplate, 'id' | 'version' | 'name' | 'customer'> | undefined> =>
  isUuid(id)
    ? accessibleTemplates(db, actor)
        .select(['template.id', 'template.version', 'template.name', 'template.customer_id as customer'])
        .where('template.id', '=', id)
        .executeTakeFirst()
    : undefined

/** Finds the templates with these ids that the person may use. */
export const findOfferedByIds = (db: Database, actor: Person, ids: readonly string[]): Promise<ProjectTemplate[]> =>
  offered(db, actor).where('template.id', '=', anyOf(ids)).execute()

/** Lists the templates that the person may use, one page at a time. */
export function listOffered(
  db: Database,
  actor: Person,
  query: ListQuery<typeof projectTemplates>,
): Promise<ListPage<ProjectTemplate>> {
  const { customer, q } = query.filters
  let select = offered(db, actor)
  if (customer !== undefined) select = select.where('template.customer_id', '=', uuidOrNil(customer))
  if (q) select = select.where(containsWords(q, 'template.name'))
  return page(select, query, ordering)
}

/** Inserts a template. Its entries may refer to libraries of the same customer only (security G4). */
export async function add({ db, actor, now }: Change<Person>, draft: ProjectTemplateDraft): Promise<string> {
  if (draft.customer !== null && !isUuid(draft.customer)) throw unknownCustomer()
  await assertAddable({ db, actor }, draft.customer, draft.content, draft.content)
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

/** Updates a template unless its version has changed. Only new entries are checked. */
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
    await assertAddable({ db, actor }, customer, content, added)
  }
  const columns = columnsOf(plain, { name: 'name', isDefault: 'is_default' })
  assertChanged(
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

/** Deletes a template; projects created from it are kept. */
export async function remove(db: Database, { id, version }: ProjectTemplate): Promise<void> {
  const statement = db.deleteFrom('project_template').where('id', '=', id).where('version', '=', version)
  assertRemoved(await statement.executeTakeFirstOrThrow())
}

const unknownCustomer = () => new Problem('unknownReference', { pointer: pointerTo(projectTemplates, 'customer') })

/** Throws unless the added entries name libraries that the person may put into the template, and their new names can be used. */
async function assertAddable(
  { db, actor }: Pick<Change<Person>, 'db' | 'actor'>,
  customer: string | null,
  content: readonly TemplateEntry[],
  added: readonly TemplateEntry[],
): Promise<void> {
  const sources = added.map(({ sourceProjectId }) => sourceProjectId)
  const libraries = await findLibraries(db, actor, customer, sources)
  const isAdded = new Set(added)
  const problems = content.flatMap((entry, at) => {
    if (!isAdded.has(entry)) return []
    const pointer = (field: keyof TemplateEntry) => pointerTo(projectTemplates, 'content', String(at), field)
    return [
      ...(isNameless(entry) ? [problemObject('invalid', { pointer: pointer('renameTo') })] : []),
      ...(libraries.has(entry.sourceProjectId.toLowerCase())
        ? []
        : [problemObject('unknownReference', { pointer: pointer('sourceProjectId') })]),
    ]
  })
  if (problems.length > 0) throw Problem.all(problems)
}
