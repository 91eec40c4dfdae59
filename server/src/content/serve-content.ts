import { mayWriteContent } from '@lintel/contract/content/content-permissions'
import type { AnyResource, Draft } from '@lintel/contract/jsonapi/resource'
import { isSignedIn, type Person } from '@lintel/contract/people/permissions'
import { Problem } from '@lintel/contract/problems'
import type { Change, Context, Platform } from '../platform/context'
import type { Database, Transaction } from '../platform/database'
import { projectOf } from '../platform/path-scope'
import { isUuid } from '../platform/rows'
import { type ServedResource, serve } from '../platform/serve'
import { type AccessMode, openContent } from '../projects/project-life/content-guard'
import {
  accessOf,
  addContent,
  changeContent,
  findContent,
  findContentByIds,
  listContent,
  projectOfContent,
  removeContent,
} from './content.store'
import { type ContentAccess, contentAccessOf } from './content-access.store'
import type { ContentTable } from './content-table.store'

/** Options of a content type besides its storage. */
interface ContentOptions extends Pick<Platform, 'configuration'> {
  /** Whether feed tokens of the project's customer may list it (contract §6). */
  isExported?: boolean
  /** Maximum body size in bytes; default the server's. */
  bodyLimit?: number
}

/** One scope lets API tokens read and change content, at level 20 in the projects of their customer (contract §6). */
export const contentScopes = { read: 'content:write', write: 'content:write' } as const

/**
 * The five operations of a content type: every member reads, and levels allowed by `mayWriteContent` write while the project is running.
 * Rights and login methods are part of each statement; the reason for an empty result is only looked up afterwards.
 */
export function serveContent<R extends AnyResource>(
  resource: R,
  table: ContentTable<R>,
  { configuration, isExported = false, bodyLimit }: ContentOptions,
): ServedResource {
  const mayWrite = (_actor: Person, record: object) =>
    mayWriteContent(resource.type, accessOf(record).level) && !table.isReadOnly?.(record)
  const assertNotHibernated = (record: object) => {
    if (accessOf(record).isHibernated) throw new Problem('projectHibernated')
  }
  const add = async (change: Change<Person>, drafts: readonly Draft<R>[]) => {
    const prepared: { draft: Draft<R>; access: ContentAccess }[] = []
    const known = new Map<string, ContentAccess>()
    for (const draft of drafts) {
      const { project } = draft as unknown as { project: string }
      const access =
        known.get(project) ?? contentAccessOf(change.actor, await openContent(change.db, change, project, 'write'))
      if (!mayWriteContent(resource.type, access.level)) throw new Problem('forbidden')
      table.assertAddable?.(draft, access)
      known.set(project, access)
      prepared.push({ draft, access })
    }
    return addContent(change, resource, table, prepared)
  }
  return serve<R>(resource, {
    ...(bodyLimit !== undefined && { bodyLimit }),
    scopes: contentScopes,
    find: (db, actor, id) => findContent(db, actor, resource, table, id),
    findByIds: (db, actor, ids) => findContentByIds(db, actor, resource, table, ids),
    missingMethods: (db, actor, id, mode) => assertProjectReadable(db, { actor, configuration }, table, id, mode),
    tenant: (record) => accessOf(record as object).customer,
    list: {
      may: isSignedIn,
      ...(isExported && { exportedByProject: true as const }),
      run: (context, query) =>
        listInRequestedProject(context, (project) =>
          listContent(context.db, context.actor, resource, table, project, query),
        ),
    },
    read: { may: isSignedIn },
    create: {
      may: isSignedIn,
      run: async (change, draft) => (await add(change, [draft]))[0] ?? '',
      async runAll(change, drafts) {
        const ids = await add(change, drafts)
        const found = await findContentByIds(change.db, change.actor, resource, table, ids)
        const byId = new Map(found.map((record) => [(record as { id: string }).id, record]))
        return ids.map((id) => byId.get(id))
      },
    },
    update: {
      may: (actor, record) => mayWrite(actor, record as object),
      async run(change, record, patch) {
        assertNotHibernated(record as object)
        await changeContent(change, resource, table, record, patch)
      },
    },
    remove: {
      may: (actor, record) => mayWrite(actor, record as object),
      async run(change, record) {
        assertNotHibernated(record as object)
        await removeContent(change, table, record)
      },
    },
  })
}

/** Lists within the project that the request's path names, as {@link listInProject} does. */
export const listInRequestedProject = <L extends { records: readonly unknown[] }>(
  context: Context<Person>,
  list: (project: string) => Promise<L>,
): Promise<L> => listInProject(context, projectOf(context.request) ?? '', list)

/** Lists within one project; if the list is empty, throws when the project is closed to the person. */
export async function listInProject<L extends { records: readonly unknown[] }>(
  { db, actor, configuration }: Context<Person>,
  project: string,
  list: (project: string) => Promise<L>,
): Promise<L> {
  const listed = isUuid(project) ? await list(project) : undefined
  if (listed && listed.records.length > 0) return listed
  await openContent(db, { actor, configuration }, project, 'read')
  if (!listed) throw new Problem('notFound')
  return listed
}

/** Throws if the record's project is closed to the person; does nothing if there is no such record or the project is open. */
export async function assertProjectReadable(
  db: Database | Transaction,
  caller: Pick<Context<Person>, 'actor' | 'configuration'>,
  table: Pick<ContentTable, 'columns'>,
  id: string,
  mode: AccessMode = 'read',
): Promise<undefined> {
  const project = await projectOfContent(db, table, id)
  if (project !== undefined) await openContent(db, caller, project, mode)
}
