import { type FlatRecord, toObject } from '@lintel/contract/jsonapi/document'
import { type ListQuery, readListQuery, readShownQuery } from '@lintel/contract/jsonapi/query'
import { readDraft, readPatch } from '@lintel/contract/jsonapi/read-document'
import type { AnyResource, Draft, Entity, Filters, Patch } from '@lintel/contract/jsonapi/resource'
import { type Actor, isSignedIn, type Person } from '@lintel/contract/people/permissions'
import { Problem, problemObject } from '@lintel/contract/problems'
import type { FastifyReply } from 'fastify'
import type { AuditEvent } from './audit/audit'
import type { Change, Context, Include } from './context'
import { createOnce } from './creation-keys'
import type { Database, Transaction } from './database'
import { requireFreshProof } from './fresh-proof'
import { includedIn } from './include'
import { sendDocument, sendList } from './media-types'
import type { Listed, TotalSharing } from './paging'
import { parametersOf } from './parameters'
import type { Operation, Route, RouteTerms } from './route'
import { sharedTotal } from './totals'

/** What a resource serves. Leave an operation out and it answers 405. */
export interface Served<R extends AnyResource, A extends Actor = Person> extends RouteTerms {
  /** One record, only if the actor may see it: the statement joins the actor's rights. Undefined is a 404. */
  find(db: Database | Transaction, actor: A, id: string): Promise<Entity<R> | undefined>
  /** The records of these ids that the actor may see: what `include` of other resources asks. */
  among?(db: Database | Transaction, actor: A, ids: readonly string[]): Promise<Entity<R>[]>
  /** There is one record only, of this id: the address of the collection reads it. */
  one?: string
  /** The customer whose audit chain a change of this record joins; null for the platform's. */
  tenant?(record: Entity<R>): string | null
  /** The fields whose values the audit trail keeps; default all. */
  traced?: readonly (keyof Entity<R> & string)[]
  /** Which fields this actor may write, when fewer than the contract says; others are 422 `notWritable`. */
  writable?(actor: A, record: Entity<R> | undefined): ReadonlySet<string>
  list?: {
    may(actor: A, filters: Filters<R>): boolean
    /** The list is part of the export: the filter by which a feed token has to name its customer (security D10). */
    exportedBy?: keyof Filters<R> & string
    run(context: Context<A>, query: ListQuery<R>): Promise<Listed<Entity<R>>>
  }
  read?: { may(actor: A, record: Entity<R>): boolean }
  create?: {
    may(actor: A, draft: Draft<R>, context: Context<A>): boolean
    /** The person must have proved within ten minutes who they are; a function says for which draft (security G9). */
    freshProof?: true | ((draft: Draft<R>) => boolean)
    /** Writes the record and gives its id. */
    run(change: Change<A>, draft: Draft<R>): Promise<string>
  }
  update?: {
    may(actor: A, record: Entity<R>, patch: Patch<R>): boolean
    freshProof?: true | ((patch: Patch<R>) => boolean)
    /** Writes the change where the version is still `record.version` ({@link Problem} `stale` otherwise). */
    run(change: Change<A>, record: Entity<R>, patch: Patch<R>): Promise<void>
  }
  remove?: {
    may(actor: A, record: Entity<R>): boolean
    freshProof?: true
    run(change: Change<A>, record: Entity<R>): Promise<void>
  }
}

/** A resource's routes, under both version bases, and what others need to include its records. */
export interface ServedResource {
  resource: AnyResource
  routes: Route[]
  among: Include['among'] | undefined
}

type Handler<A extends Actor> = (context: Context<A>, reply: FastifyReply) => Promise<unknown>

/** A resource for people who are signed in. Policies and functions get a {@link Person}. */
export const serve = <R extends AnyResource>(resource: R, served: Served<R, Person>): ServedResource =>
  toRoutes(resource, served, false)

/** A resource that answers anonymous people as well; its policies and statements say what they see. */
export const servePublic = <R extends AnyResource>(resource: R, served: Served<R, Actor>): ServedResource =>
  toRoutes(resource, served, true)

function toRoutes<R extends AnyResource, A extends Actor>(
  resource: R,
  served: Served<R, A>,
  anonymous: boolean,
): ServedResource {
  const handlers: [Operation, Route['method'], string, Handler<A> | undefined][] = [
    ['list', 'GET', '', served.list && lister(resource, served, served.list)],
    ['read', 'GET', '', served.one !== undefined ? served.read && reader(resource, served, served.read) : undefined],
    ['create', 'POST', '', served.create && creator(resource, served, served.create)],
    ['read', 'GET', '/:id', served.read && reader(resource, served, served.read)],
    ['update', 'PATCH', '/:id', served.update && updater(resource, served, served.update)],
    ['remove', 'DELETE', '/:id', served.remove && remover(resource, served, served.remove)],
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
              url: path + suffix,
              subject: { kind: 'resource', resource, operation },
              anonymous,
              terms: {
                ...terms,
                ...(needsFreshProof(served, operation) && { freshProof: true }),
                ...(operation === 'list' && served.list?.exportedBy && { exportedBy: served.list.exportedBy }),
              },
              handle: admitting(handler, anonymous),
            },
          ]
        : [],
    ),
  )
  return { resource, routes, among: served.among as Include['among'] | undefined }
}

const needsFreshProof = <R extends AnyResource, A extends Actor>(served: Served<R, A>, operation: Operation) =>
  (operation === 'create' || operation === 'update' || operation === 'remove') &&
  served[operation]?.freshProof !== undefined

/** The person asked for is the only one let in, unless the resource is public: then the policy decides alone. */
const admitting =
  <A extends Actor>(handler: Handler<A>, anonymous: boolean): Route['handle'] =>
  async (context, reply) => {
    if (!anonymous && !isSignedIn(context.actor)) throw new Problem('notSignedIn')
    return handler(context as Context<A>, reply)
  }

const refuse = (actor: Actor) => new Problem(isSignedIn(actor) ? 'forbidden' : 'notSignedIn')

function lister<R extends AnyResource, A extends Actor>(
  resource: R,
  _served: Served<R, A>,
  { may, run }: NonNullable<Served<R, A>['list']>,
): Handler<A> {
  return async (context, reply) => {
    const query = readListQuery(resource, parametersOf(context.request))
    if (!may(context.actor, query.filters)) throw refuse(context.actor)
    const { records, total, next, previous } = await run(context, { ...query, ...sharing(context, resource, query) })
    const only = query.fields[resource.type]
    const included = await includedIn(context, resource, records as FlatRecord[], query)
    const body = {
      jsonapi,
      links: pageLinks(context.request.url, next, previous),
      meta: { page: { total } },
      data: records.map((record) => toObject(resource, record as FlatRecord, only)),
      ...(included && { included }),
    }
    return sendList(reply, body)
  }
}

/** A list is the same when an actor of the same rights asks for the same resource by the same filters. */
const sharing = ({ db, actor, now }: Context, { type }: AnyResource, { filters }: ListQuery): TotalSharing => {
  const list = JSON.stringify([type, actor, filters])
  return { share: (count) => sharedTotal(db, list, now, count) }
}

function reader<R extends AnyResource, A extends Actor>(
  resource: R,
  { find, one }: Served<R, A>,
  { may }: NonNullable<Served<R, A>['read']>,
): Handler<A> {
  return async (context, reply) => {
    const shown = readShownQuery(resource, parametersOf(context.request))
    const record = await find(context.db, context.actor, idOf(context, one))
    if (!record) throw new Problem('notFound')
    if (!may(context.actor, record)) throw refuse(context.actor)
    const included = await includedIn(context, resource, [record as FlatRecord], shown)
    return sendRecord(reply, resource, record, shown.fields[resource.type], included)
  }
}

function creator<R extends AnyResource, A extends Actor>(
  resource: R,
  served: Served<R, A>,
  { may, freshProof, run }: NonNullable<Served<R, A>['create']>,
): Handler<A> {
  return async (context, reply) => {
    refuseParameters(context)
    const draft = readDraft(resource, context.request.body)
    refuseUnwritable(resource, given(context.request.body), served.writable?.(context.actor, undefined))
    if (!may(context.actor, draft, context)) throw refuse(context.actor)
    if (freshProof === true || freshProof?.(draft)) requireFreshProof(context)
    const record = await context.change(async (change) => {
      const asked = { type: resource.type, draft }
      const { id, repeated } = await createOnce(change.db, context, asked, () => run(change, draft))
      const created = await served.find(change.db, context.actor, id)
      if (!created && repeated) throw new Problem('notFound')
      if (!created) throw new Error(`A new ${resource.type} is not visible to the person who created it`)
      const verb = repeated ? 'create-repeated' : 'create'
      change.audit(
        eventOf(resource, verb, served.tenant?.(created) ?? null, id, {
          after: traced(served, created),
          version: created.version,
        }),
      )
      return created
    })
    reply.code(201).header('location', `${resource.path}/${encodeURIComponent(record.id)}`)
    return sendRecord(reply, resource, record)
  }
}

function updater<R extends AnyResource, A extends Actor>(
  resource: R,
  served: Served<R, A>,
  { may, freshProof, run }: NonNullable<Served<R, A>['update']>,
): Handler<A> {
  return async (context, reply) => {
    refuseParameters(context)
    const id = idOf(context)
    const changed = await context.change(async (change) => {
      const record = await served.find(change.db, context.actor, id)
      if (!record) throw new Problem('notFound')
      const patch = readPatch(resource, id, context.request.body)
      if (!may(context.actor, record, patch)) throw refuse(context.actor)
      refuseUnwritable(resource, patch as Record<string, unknown>, served.writable?.(context.actor, record))
      if (freshProof === true || freshProof?.(patch)) requireFreshProof(context)
      refuseStale(context, record)
      await run(change, record, patch)
      const after = await served.find(change.db, context.actor, id)
      const told = after && { version: after.version }
      const states = {
        ...told,
        before: only(traced(served, record), patch),
        after: only(traced(served, after ?? {}), patch),
      }
      change.audit(eventOf(resource, 'update', served.tenant?.(record) ?? null, id, states))
      return after
    })
    // Somebody may change what they then no longer see (leaving a project): done, nothing to show.
    return changed ? sendRecord(reply, resource, changed) : reply.code(204).send()
  }
}

function remover<R extends AnyResource, A extends Actor>(
  resource: R,
  served: Served<R, A>,
  { may, freshProof, run }: NonNullable<Served<R, A>['remove']>,
): Handler<A> {
  return async (context, reply) => {
    refuseParameters(context)
    const id = idOf(context)
    await context.change(async (change) => {
      const record = await served.find(change.db, context.actor, id)
      if (!record) throw new Problem('notFound')
      if (!may(context.actor, record)) throw refuse(context.actor)
      if (freshProof) requireFreshProof(context)
      refuseStale(context, record)
      await run(change, record)
      change.audit(eventOf(resource, 'remove', served.tenant?.(record) ?? null, id, { before: traced(served, record) }))
    })
    return reply.code(204).send()
  }
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

/** The id that the address names, or that of the only record. */
const idOf = ({ request }: Context, one = '') => (request.params as { id?: string }).id ?? one

/** Only reads and lists take query parameters. */
function refuseParameters({ request }: Context) {
  const [unknown] = parametersOf(request)
  if (unknown) throw new Problem('unknownParameter', { parameter: unknown[0] })
}

function refuseStale({ request }: Context, { version }: { version: number }) {
  const seen = request.headers['if-match']?.split(',').map((tag) => tag.trim())
  if (seen === undefined || seen.includes('*') || seen.includes(`"${version}"`)) return
  throw new Problem('stale', { header: 'If-Match', meta: { version } })
}

function refuseUnwritable(
  resource: AnyResource,
  fields: Record<string, unknown>,
  writable: ReadonlySet<string> | undefined,
) {
  if (!writable) return
  const refused = Object.keys(fields).filter((field) => !writable.has(field))
  if (refused.length === 0) return
  const part = (field: string) => (field in resource.relations ? 'relationships' : 'attributes')
  throw Problem.all(refused.map((field) => problemObject('notWritable', { pointer: `/data/${part(field)}/${field}` })))
}

/** The fields a creation document names itself, before defaults are filled in. */
function given(body: unknown): Record<string, unknown> {
  const { data } = body as { data: { attributes?: object; relationships?: object } }
  return { ...data.attributes, ...data.relationships }
}

/** The fields of a record that the audit trail keeps. */
function traced({ traced: kept }: { traced?: readonly string[] }, record: object): Record<string, unknown> {
  const fields = Object.entries(record).filter(([field]) => field !== 'id' && field !== 'version')
  return Object.fromEntries(kept ? fields.filter(([field]) => kept.includes(field)) : fields)
}

const only = (record: object, patch: object) =>
  Object.fromEntries(Object.entries(record).filter(([field]) => field in patch))

const eventOf = (
  resource: AnyResource,
  verb: 'create' | 'create-repeated' | 'update' | 'remove',
  customer: string | null,
  id: string,
  states: Pick<AuditEvent, 'before' | 'after' | 'version'>,
): AuditEvent => ({ action: `${resource.type}.${verb}`, customer, target: { type: resource.type, id }, ...states })

/** `next` and `prev` stand where there is such a page; the specification's own schema knows no null for absent ones. */
function pageLinks(url: string, next: string | null, previous: string | null) {
  const [path, query] = url.split('?')
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
