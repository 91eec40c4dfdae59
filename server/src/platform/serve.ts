import type { ApiScope } from '@lintel/contract/identity/api-tokens'
import { type FlatRecord, toObject } from '@lintel/contract/jsonapi/document'
import { flag } from '@lintel/contract/jsonapi/fields'
import { readListQuery, readParameters, readResourceQuery } from '@lintel/contract/jsonapi/query'
import type { AnyResource } from '@lintel/contract/jsonapi/resource'
import { scopedPath } from '@lintel/contract/jsonapi/scoped-path'
import { type Actor, isSignedIn, type Person } from '@lintel/contract/people/permissions'
import { Problem } from '@lintel/contract/problems'
import type { FastifyReply } from 'fastify'
import type { Context, IncludeSource } from './context'
import { createOnce } from './idempotency-keys'
import { loadIncluded } from './include'
import { listDocument } from './list-document'
import { sendDocument, sendList } from './media-types'
import type { TotalSharing } from './paging'
import { parametersOf, splitUrl } from './parameters'
import { projectOf, refuseOtherProject, withPathProject } from './path-scope'
import { findOrRefuse, refusal } from './refusal'
import type { ResourceHandlers } from './resource-handlers'
import type { Operation, Route, RouteTerms } from './route'
import { changesOf, creationOf, type MatchesVersion, type ResourceChanges, removalOf, updateOf } from './serve-changes'
import { sharedTotal } from './totals'

/** The routes of a resource under both API versions, and how its records are included and changed by others. */
export interface ServedResource {
  resource: AnyResource
  routes: Route[]
  findByIds: IncludeSource['findByIds'] | undefined
  /** The scope with which an API token reads its records. */
  scope: ApiScope | undefined
  /** Its changes within atomic operations; undefined if it changes only at its own address. */
  changes: ResourceChanges | undefined
}

type Handler<A extends Actor> = (context: Context<A>, reply: FastifyReply) => Promise<unknown>

/** Serves a resource to signed-in persons. Policies and handlers get a {@link Person}. */
export const serve = <R extends AnyResource>(resource: R, served: ResourceHandlers<R, Person>): ServedResource =>
  toRoutes(resource, served, false)

/** Serves a resource to anonymous requests as well, restricted by its policies and statements. */
export const servePublic = <R extends AnyResource>(resource: R, served: ResourceHandlers<R, Actor>): ServedResource =>
  toRoutes(resource, served, true)

function toRoutes<R extends AnyResource, A extends Actor>(
  resource: R,
  served: ResourceHandlers<R, A>,
  anonymous: boolean,
): ServedResource {
  const handlers: [Operation, Route['method'], string, Handler<A> | undefined][] = [
    ['list', 'GET', '', served.list && lister(resource, served, served.list)],
    ['read', 'GET', '', served.one !== undefined ? served.read && reader(resource, served, served.read) : undefined],
    ['create', 'POST', '', creator(resource, served)],
    ['read', 'GET', '/:id', served.read && reader(resource, served, served.read)],
    ['update', 'PATCH', '/:id', updater(resource, served)],
    ['remove', 'DELETE', '/:id', remover(resource, served)],
  ]
  const terms: RouteTerms = {
    ...(served.whileRestricted !== undefined && { whileRestricted: served.whileRestricted }),
    ...(served.bodyLimit !== undefined && { bodyLimit: served.bodyLimit }),
    ...(served.rate !== undefined && { rate: served.rate }),
  }
  const routes = resource.paths.flatMap((path) =>
    handlers.flatMap(([operation, method, suffix, handler]): Route[] =>
      handler
        ? [
            {
              method,
              url: path.replace('{project}', ':project') + suffix,
              subject: { kind: 'resource', resource, operation },
              anonymous,
              terms: {
                ...terms,
                ...scopeOf(served.scopes, operation),
                ...(needsFreshProof(served, operation) && { freshProof: true }),
                ...(operation === 'list' &&
                  served.list?.exportedBy && { exportedBy: `filter[${served.list.exportedBy}]` }),
                ...(operation === 'list' && served.list?.exportedByProject && { exportedByProject: true as const }),
                ...(operation === 'list' && served.list?.omitted && { countsOmitted: true }),
                ...(operation === 'remove' && served.remove?.refuseUsed && { removesUnused: true as const }),
              },
              handle: requireSignIn(handler, anonymous),
            },
          ]
        : [],
    ),
  )
  const findByIds = served.findByIds as IncludeSource['findByIds'] | undefined
  // Persons with a restriction change such resources only at their own address.
  const isPlain = !anonymous && served.whileRestricted === undefined
  return {
    resource,
    routes,
    findByIds,
    scope: served.scopes?.read,
    changes: isPlain ? changesOf(resource, served as ResourceHandlers<R, Actor>) : undefined,
  }
}

const scopeOf = (
  { read, write }: NonNullable<ResourceHandlers<AnyResource>['scopes']> = {},
  operation: Operation,
): Pick<RouteTerms, 'scope'> => {
  const scope = operation === 'list' || operation === 'read' ? read : write
  return scope === undefined ? {} : { scope }
}

const needsFreshProof = <R extends AnyResource, A extends Actor>(
  served: ResourceHandlers<R, A>,
  operation: Operation,
) =>
  (operation === 'create' || operation === 'update' || operation === 'remove') &&
  served[operation]?.freshProof !== undefined

/** Rejects anonymous requests, unless the resource is public and only its policy decides. */
const requireSignIn =
  <A extends Actor>(handler: Handler<A>, anonymous: boolean): Route['handle'] =>
  async (context, reply) => {
    if (!anonymous && !isSignedIn(context.actor)) throw new Problem('notSignedIn')
    return handler(context as Context<A>, reply)
  }

function lister<R extends AnyResource, A extends Actor>(
  resource: R,
  _served: ResourceHandlers<R, A>,
  { may, run, omitted }: NonNullable<ResourceHandlers<R, A>['list']>,
): Handler<A> {
  return async (context, reply) => {
    const query = readListQuery(resource, parametersOf(context.request))
    if (!may(context.actor, query.filters)) throw refusal(context.actor, (as) => may(as as A, query.filters))
    const [{ records, total, next, previous }, omittedProjects] = await Promise.all([
      run(context, { ...query, ...totalSharing(context) }),
      omittedFor(context, omitted),
    ])
    const included = await loadIncluded(context, resource, records as FlatRecord[], query)
    const links = pageLinks(context.request.url, next, previous)
    const only = query.fields[resource.type]
    const list = { resource, records: records as FlatRecord[], only, included, links, total, omittedProjects }
    return sendList(reply, listDocument(list))
  }
}

/** The number of omitted projects for feed tokens, counted at most once a second; undefined for everybody else. */
async function omittedFor<A extends Actor>(
  { actor, db, now }: Context<A>,
  omitted: ((db: Context['db'], actor: A, customer: string) => Promise<number>) | undefined,
): Promise<number | undefined> {
  if (!omitted || !isSignedIn(actor) || actor.feedCustomer === undefined) return undefined
  const { id, loginMethod, feedCustomer } = actor
  const list = JSON.stringify(['omitted projects', id, loginMethod, feedCustomer])
  return sharedTotal(db, list, now, () => omitted(db, actor, feedCustomer))
}

const totalSharing = ({ db, now }: Context): TotalSharing => ({
  share: (list, count) => sharedTotal(db, list, now, count),
})

function reader<R extends AnyResource, A extends Actor>(
  resource: R,
  served: ResourceHandlers<R, A>,
  { may }: NonNullable<ResourceHandlers<R, A>['read']>,
): Handler<A> {
  return async (context, reply) => {
    const shown = readResourceQuery(resource, parametersOf(context.request))
    const record = await findOrRefuse(served, context.db, context.actor, idOf(context, served.one))
    refuseOtherProject(projectOf(context.request), record)
    if (!may(context.actor, record)) throw refusal(context.actor, (as) => may(as as A, record))
    const included = await loadIncluded(context, resource, [record as FlatRecord], shown)
    return sendRecord(reply, resource, record, shown.fields[resource.type], included)
  }
}

function creator<R extends AnyResource, A extends Actor>(
  resource: R,
  served: ResourceHandlers<R, A>,
): Handler<A> | undefined {
  const addition = creationOf(resource, served)
  return (
    addition &&
    (async (context, reply) => {
      refuseParameters(context)
      const draft = addition.read(context, withPathProject(context.request))
      const requested = { type: resource.type, draft }
      const create = await addition.prepare(draft)
      const record = await context.change((change) =>
        addition.run(change, draft, () => createOnce(change, context.request, requested, () => create(change))),
      )
      reply.code(201).header('location', `${scopedPath(resource, record)}/${encodeURIComponent(record.id)}`)
      return sendRecord(reply, resource, record)
    })
  )
}

function updater<R extends AnyResource, A extends Actor>(
  resource: R,
  served: ResourceHandlers<R, A>,
): Handler<A> | undefined {
  const update = updateOf(resource, served)
  return (
    update &&
    (async (context, reply) => {
      refuseParameters(context)
      const requested = {
        id: idOf(context),
        document: context.request.body,
        matchesVersion: ifMatchOf(context),
        project: projectOf(context.request),
      }
      const changed = await context.change((change) => update(context, change, requested))
      // The change may remove their access (leaving a project): then there is nothing to return.
      return changed ? sendRecord(reply, resource, changed) : reply.code(204).send()
    })
  )
}

function remover<R extends AnyResource, A extends Actor>(
  resource: R,
  served: ResourceHandlers<R, A>,
): Handler<A> | undefined {
  const removal = removalOf(resource, served)
  return (
    removal &&
    (async (context, reply) => {
      if (!served.remove?.refuseUsed) refuseParameters(context)
      const requested = {
        id: idOf(context),
        matchesVersion: ifMatchOf(context),
        project: projectOf(context.request),
        onlyIfUnused: readOnlyIfUnused(context),
      }
      await context.change((change) => removal(context, change, requested))
      return reply.code(204).send()
    })
  )
}

const jsonapi = { version: '1.1' } as const

function sendRecord(
  reply: FastifyReply,
  resource: AnyResource,
  record: { version: number },
  shown?: ReadonlySet<string>,
  included?: object[],
) {
  const data = toObject(resource, record as unknown as FlatRecord, shown)
  reply.header('etag', `"${record.version}"`)
  return sendDocument(reply, { jsonapi, links: data.links, data, ...(included && { included }) })
}

/** The id in the path, or that of the only record. */
const idOf = ({ request }: Context, one = '') => (request.params as { id?: string }).id ?? one

/** Only reads, lists and some removals have query parameters. */
function refuseParameters({ request }: Context) {
  const [unknown] = parametersOf(request)
  if (unknown) throw new Problem('unknownParameter', { parameter: unknown[0] })
}

/** The only parameter of a removal, `onlyIfUnused`; false without it. */
function readOnlyIfUnused({ request }: Context): boolean {
  const { onlyIfUnused, ...others } = Object.fromEntries(readParameters(parametersOf(request)))
  const [unknown] = Object.keys(others)
  if (unknown !== undefined) throw new Problem('unknownParameter', { parameter: unknown })
  const parsed = flag.optional().safeParse(onlyIfUnused)
  if (!parsed.success) throw new Problem('invalidParameter', { parameter: 'onlyIfUnused' })
  return parsed.data ?? false
}

/** The precondition of `If-Match`. */
function ifMatchOf({ request }: Context): MatchesVersion {
  const tags = request.headers['if-match']?.split(',').map((tag) => tag.trim())
  return (version) => tags === undefined || tags.includes('*') || tags.includes(`"${version}"`)
}

/** Absent links are omitted: the specification does not allow null. */
function pageLinks(url: string, next: string | null, previous: string | null) {
  const { path, query } = splitUrl(url)
  const link = (name: string, cursor: string) => {
    const parameters = new URLSearchParams(query)
    parameters.delete('page[after]')
    parameters.delete('page[before]')
    parameters.set(name, cursor)
    return `${path}?${parameters}`
  }
  return {
    self: url,
    ...(next !== null && { next: link('page[after]', next) }),
    ...(previous !== null && { prev: link('page[before]', previous) }),
  }
}
