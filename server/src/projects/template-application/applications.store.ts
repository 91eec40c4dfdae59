import type { SkippedEntry } from '@lintel/contract/projects/template-application'
import type { TemplateEntry } from '@lintel/contract/projects/template-content'
import { sql } from 'kysely'
import { loadJobActor } from '../../people/change-sets/engine/job-actor.store'
import { instantOf } from '../../platform/clock'
import { selectFields } from '../../platform/columns'
import type { Database, Transaction } from '../../platform/database'
import { anyOf, uuidOrNil } from '../../platform/rows'
import { findPlain as findTemplate } from '../project-templates/project-templates.store'
import { find as findTemplateProject } from '../template-projects/template-projects.store'
import { templateApplicationColumns } from './application-columns'
import { type ChosenEntry, chosenEntry, wholeProject } from './chosen-entries'

/** Entries, with the customer that limits which libraries they may use. */
export interface EntrySource {
  /** Customer of the template; null for the platform's, which may use any library. Undefined when a whole project is copied. */
  customer: string | null | undefined
  entries: readonly TemplateEntry[]
  /** Why none of them may be used; undefined where each library is asked. */
  refusal?: SkippedEntry['reason'] | undefined
}

/** Entries whose libraries are readable, and the reasons why others are skipped. */
export interface UsableEntries {
  entriesOf(keys: readonly TemplateEntry['key'][]): ChosenEntry[]
  /** Library names by id. */
  libraries: ReadonlyMap<string, string>
  skipped: SkippedEntry[]
}

/** The template of a project, as it was when the creation began. */
export interface Application extends UsableEntries {
  project: string
  customer: string
  /** Null if created from a project. */
  template: string | null
  sourceProject: string | null
  copiesPeople: boolean
  madeBy: string | null
  /** The customer of the project, and of its template or source, when it was made. */
  madeFor: string | null
  madeFrom: string | null
}

/** Records the template of a new project; does nothing if it is recorded already. */
export const recordApplication = (
  db: Transaction,
  { project, copiesPeople }: { project: string; copiesPeople: boolean },
  now: number,
): Promise<unknown> =>
  sql`
    insert into template_application
      (project_id, customer_id, template_id, source_project_id, template_version, entries, copies_people, made_by, made_for, made_from,
        made_at)
    select project.id, project.customer_id, template.id, source.id, coalesce(template.version, source.version),
      case when template.id is null then '[]' else template_content(template.id)::jsonb end,
      ${copiesPeople}, project.created_by, project.customer_id, coalesce(template.customer_id, source.customer_id),
      ${instantOf(now)}::timestamptz
    from project
    left join project_template as template on template.id = project.project_template_id
    left join project as source on source.id = project.template_project_id
    where project.id = ${project} and (template.id is not null or source.id is not null)
    on conflict (project_id) do nothing`.execute(db)

/** Whether a whole project is copied and may be read; templates have neither settings nor buildings. */
export const isWholeProject = (application: Application): application is Application & { sourceProject: string } =>
  application.sourceProject !== null && application.skipped.length === 0

/** The template of a project, asked anew; undefined if it was deleted before it was recorded. */
export async function findApplication(db: Transaction, project: string): Promise<Application | undefined> {
  const found = await db
    .selectFrom('template_application as application')
    .leftJoin('project_template as template', 'template.id', 'application.template_id')
    .select([
      ...selectFields(templateApplicationColumns, 'application'),
      'template.customer_id as templateCustomer',
      sql<TemplateEntry[]>`application.entries`.as('entries'),
    ])
    .where('application.project_id', '=', project)
    .executeTakeFirst()
  if (!found) return undefined
  const { templateCustomer, entries, ...application } = found
  const source =
    found.sourceProject === null
      ? { customer: templateCustomer, entries }
      : { customer: undefined, entries: wholeProject(found.sourceProject) }
  const refusal = await refusalOf(db, application)
  return { ...application, project, ...(await usableEntries(db, { ...source, refusal })) }
}

/** The person who made a project has no session any more: login methods were asked when the creation was requested. */
const noSession = uuidOrNil('')

/**
 * Why nothing may be copied any more: the person who made the project may no longer choose its source, or the project or its source has
 * moved, and they are of different customers.
 */
async function refusalOf(
  db: Transaction,
  { madeBy, customer, template, sourceProject, ...made }: Omit<Application, 'project' | keyof UsableEntries>,
): Promise<SkippedEntry['reason'] | undefined> {
  const maker = madeBy === null ? undefined : await loadJobActor(db, madeBy, noSession)
  if (!maker) return 'libraryGone'
  const source =
    sourceProject === null
      ? await findTemplate(db, maker, template ?? '')
      : await findTemplateProject(db, maker, sourceProject)
  if (!source) return 'libraryGone'
  const isWhereItWas = customer === made.madeFor && source.customer === made.madeFrom
  return source.customer === null || source.customer === customer || isWhereItWas ? undefined : 'libraryMoved'
}

/** Separates entries by whether their library, which still has to be one, is readable; nothing of an unreadable library is queried. */
export async function usableEntries(db: Database, { customer, entries, refusal }: EntrySource): Promise<UsableEntries> {
  const ids = [...new Set(entries.map(({ sourceProjectId }) => sourceProjectId.toLowerCase()))]
  let libraries = db
    .selectFrom('project')
    .select(['id', 'name', 'customer_id as customer', 'is_inactive', 'is_hibernated'])
    .where('id', '=', anyOf(refusal ? [] : ids))
  if (customer !== undefined) libraries = libraries.where('is_library', '=', true)
  const rows = await libraries.execute()
  const byId = new Map(rows.map((row) => [row.id, row]))
  const skipReason = (id: string): SkippedEntry['reason'] | undefined => {
    const library = byId.get(id)
    if (!library) return refusal ?? 'libraryGone'
    if (typeof customer === 'string' && library.customer !== customer) return 'libraryMoved'
    if (library.is_inactive) return 'libraryGone'
    return library.is_hibernated ? 'libraryHibernated' : undefined
  }
  const skipped = ids.flatMap((sourceProjectId): SkippedEntry[] => {
    const reason = skipReason(sourceProjectId)
    if (!reason) return []
    const library = reason === 'libraryMoved' ? null : (byId.get(sourceProjectId)?.name ?? null)
    const affectedEntries = entries.filter((entry) => entry.sourceProjectId.toLowerCase() === sourceProjectId).length
    return [
      {
        reason,
        sourceProjectId,
        library,
        key: null,
        value: null,
        renameTo: null,
        name: null,
        entries: affectedEntries,
      },
    ]
  })
  const usable = entries.flatMap((entry, position) => {
    const id = entry.sourceProjectId.toLowerCase()
    const chosen = { ...chosenEntry(entry, position), source: id, ...(customer === undefined && { entry: null }) }
    return skipReason(id) ? [] : [{ key: entry.key, chosen }]
  })
  return {
    entriesOf: (keys) => usable.flatMap(({ key, chosen }) => (keys.includes(key) ? [chosen] : [])),
    libraries: new Map(rows.map(({ id, name }) => [id, name])),
    skipped,
  }
}

/** Appends skipped entries that are not recorded yet. */
export const recordSkipped = (db: Transaction, project: string, skipped: readonly SkippedEntry[]): Promise<unknown> =>
  sql`
    update template_application as application set skipped = application.skipped || added.entries
    from (
      select jsonb_agg(entry order by place) as entries
      from jsonb_array_elements(${JSON.stringify(skipped)}::jsonb) with ordinality as listed (entry, place)
      where not exists (
        select from template_application as known cross join jsonb_array_elements(known.skipped) as recorded
        where known.project_id = ${project} and ${identityOf('recorded')} = ${identityOf('entry')})
    ) as added
    where application.project_id = ${project} and added.entries is not null`.execute(db)

/** What is skipped: a whole library, whatever the reason, or one entry of it. */
const identityOf = (entry: string) => sql`${sql.ref(entry)} - array['reason', 'library', 'name', 'entries']`
