import { writesContent } from '@lintel/contract/content/content-permissions'
import type { AnyResource, Draft, Entity } from '@lintel/contract/jsonapi/resource'
import { isSignedIn, type Person } from '@lintel/contract/people/permissions'
import { Problem } from '@lintel/contract/problems'
import type { Change, Context, Platform } from '../platform/context'
import type { Database, Transaction } from '../platform/database'
import { projectOf } from '../platform/scope'
import { type ServedResource, serve } from '../platform/serve'
import { type ContentAccess, openContent } from '../projects/project-life/content-guard'
import {
  addContent,
  changeContent,
  contentAmong,
  findContent,
  listContent,
  projectOfContent,
  removeContent,
  standingOf,
} from './content.store'
import { type ContentStanding, standingIn } from './content-standing.store'
import type { ContentTable } from './content-table.store'

/** What may differ between types of content beside how they are stored. */
interface ContentTerms extends Pick<Platform, 'configuration'> {
  /** Feed tokens of the project's customer list it (contract §6). */
  isExported?: boolean
  /** Largest body in bytes; default the server's. */
  bodyLimit?: number
}

/** API tokens read and change content by one scope, which stands for level 20 in the projects of their customer (contract §6). */
export const contentScopes = { read: 'content:write', write: 'content:write' } as const

/**
 * The five operations of a type of content: read by every member, written from the level on that `writesContent` says, while the
 * project runs. Rights and the effective login methods are part of each statement; only where it finds nothing, it is asked why.
 */
export function serveContent<R extends AnyResource>(
  resource: R,
  table: ContentTable<R>,
  { configuration, isExported = false, bodyLimit }: ContentTerms,
): ServedResource {
  const mayWrite = (_actor: Person, record: object) =>
    writesContent(resource.type, standingOf(record).level) && !table.isFixed?.(record)
  const refuseHibernated = (record: object) => {
    if (standingOf(record).isHibernated) throw new Problem('projectHibernated')
  }
  const add = async (change: Change<Person>, drafts: readonly Draft<R>[]) => {
    const placed: { draft: Draft<R>; standing: ContentStanding }[] = []
    const known = new Map<string, ContentStanding>()
    for (const draft of drafts) {
      const { project } = draft as unknown as { project: string }
      const standing =
        known.get(project) ?? standingIn(change.actor, await openContent(change.db, change, project, 'write'))
      if (!writesContent(resource.type, standing.level)) throw new Problem('forbidden')
      known.set(project, standing)
      placed.push({ draft, standing })
    }
    return addContent(change, resource, table, placed)
  }
  return serve<R>(resource, {
    ...(bodyLimit !== undefined && { bodyLimit }),
    scopes: contentScopes,
    find: (db, actor, id) => findContent(db, actor, resource, table, id),
    among: (db, actor, ids) => contentAmong(db, actor, resource, table, ids),
    missingMethods: (db, actor, id, access) => explain(db, { actor, configuration }, table, id, access),
    tenant: (record) => standingOf(record as object).customer,
    list: {
      may: isSignedIn,
      ...(isExported && { exportedByProject: true as const }),
      run: (context, query) =>
        listOf(context, (project) => listContent(context.db, context.actor, resource, table, project, query)),
    },
    read: { may: isSignedIn },
    create: {
      may: isSignedIn,
      run: async (change, draft) => (await add(change, [draft]))[0] ?? '',
      async runAll(change, drafts) {
        const ids = await add(change, drafts)
        const found = await contentAmong(change.db, change.actor, resource, table, ids)
        const byId = new Map(found.map((record) => [(record as { id: string }).id, record]))
        return ids.flatMap((id): Entity<R>[] => {
          const record = byId.get(id)
          return record ? [record] : []
        })
      },
    },
    update: {
      may: (actor, record) => mayWrite(actor, record as object),
      async run(change, record, patch) {
        refuseHibernated(record as object)
        await changeContent(change, resource, table, record, patch)
      },
    },
    remove: {
      may: (actor, record) => mayWrite(actor, record as object),
      async run(change, record) {
        refuseHibernated(record as object)
        await removeContent(change, table, record)
      },
    },
  })
}

/** A list of the project that the address names, as {@link listIn} has it. */
export const listOf = <L extends { records: readonly unknown[] }>(
  context: Context<Person>,
  list: (project: string) => Promise<L>,
): Promise<L> => listIn(context, projectOf(context.request) ?? '', list)

/** A list of one project; where it has nothing, whether that is because the project is closed to the person. */
export async function listIn<L extends { records: readonly unknown[] }>(
  { db, actor, configuration }: Context<Person>,
  project: string,
  list: (project: string) => Promise<L>,
): Promise<L> {
  const isKnown = /^[0-9a-f-]{36}$/i.test(project)
  const listed = isKnown ? await list(project) : undefined
  if (listed && listed.records.length > 0) return listed
  await openContent(db, { actor, configuration }, project, 'read')
  if (!listed) throw new Problem('notFound')
  return listed
}

/** Fails as the project of a record does that was not found for somebody; nothing where there is none or it is open to them. */
export async function explain(
  db: Database | Transaction,
  asking: Pick<Context<Person>, 'actor' | 'configuration'>,
  table: Pick<ContentTable, 'columns'>,
  id: string,
  access: ContentAccess = 'read',
): Promise<undefined> {
  const project = await projectOfContent(db, table, id)
  if (project !== undefined) await openContent(db, asking, project, access)
}
