import type { FlatRecord } from '@lintel/contract/jsonapi/document'
import { readDraft, readPatch } from '@lintel/contract/jsonapi/read-document'
import type { AnyResource, Draft, Entity } from '@lintel/contract/jsonapi/resource'
import type { Actor } from '@lintel/contract/people/permissions'
import { Problem, problemObject } from '@lintel/contract/problems'
import type { AuditEvent } from './audit/audit'
import type { Change, Context } from './context'
import type { Created } from './creation-keys'
import type { Database } from './database'
import { requireFreshProof } from './fresh-proof'
import { findOrRefuse, refusal } from './refusal'
import { refuseOtherProject } from './scope'
import type { Create, ResourceHandlers } from './served'

/** Whether the change may be made from a record of this version. */
export type IsSeen = (version: number) => boolean

/** Runs a creation, at most once where it can be repeated; says what was made. */
export type CreateFunction = () => Promise<Created>

/** What is asked of one record. */
export interface AskedChange {
  id: string
  isSeen: IsSeen
  /** The project that it is asked for in; undefined where the id is enough. */
  project?: string | undefined
}

/**
 * The changes of a resource as parts of a step that its caller opened: each asks the policy, checks, writes and tells the
 * audit trail what the single change does. A change that the resource does not serve is not here.
 */
export interface ResourceChanges {
  /** One record, if the person may see it. */
  find(db: Database, actor: Actor, id: string): Promise<FlatRecord | undefined>
  add?(context: Context, change: Change, document: unknown): Promise<FlatRecord>
  /** Several, in the statements of one. */
  addAll?(context: Context, change: Change, documents: readonly unknown[]): Promise<FlatRecord[]>
  /** Undefined when whoever changed it sees it no longer. */
  update?(context: Context, change: Change, asked: AskedChange & { document: unknown }): Promise<FlatRecord | undefined>
  remove?(context: Context, change: Change, asked: AskedChange): Promise<void>
}

/** The changes of what is served, for people who are signed in. */
export function changesOf<R extends AnyResource>(resource: R, served: ResourceHandlers<R, Actor>): ResourceChanges {
  const addition = additionOf(resource, served)
  const update = updateOf(resource, served)
  const remove = removalOf(resource, served)
  return {
    find: async (...asked) => (await served.find(...asked)) as FlatRecord | undefined,
    ...(addition && {
      async add(context, change, document) {
        const draft = addition.read(context, document)
        const create = await addition.prepare(draft)
        const made = await addition.run(context, change, draft, async () => ({
          id: await create(change),
          repeated: false,
        }))
        return made as FlatRecord
      },
    }),
    ...(addition?.runAll && {
      addAll: async (context, change, documents) =>
        addition.runAll?.(
          change,
          documents.map((document) => addition.read(context, document)),
        ) as Promise<FlatRecord[]>,
    }),
    ...(update && { update: async (...asked) => (await update(...asked)) as FlatRecord | undefined }),
    ...(remove && { remove }),
  }
}

/** How a record is added: read and allowed first, then written. Undefined when it is not served. */
export function additionOf<R extends AnyResource, A extends Actor>(resource: R, served: ResourceHandlers<R, A>) {
  if (!served.create) return undefined
  const creating = served.create
  const { may, freshProof, answer = served.find, runAll } = creating
  const auditOf = (created: Entity<R>, verb: 'create' | 'create-repeated') =>
    eventOf(resource, verb, served.tenant?.(created) ?? null, created.id, {
      after: traced(served, created),
      version: created.version,
    })
  return {
    ...(runAll && {
      async runAll(change: Change<A>, drafts: readonly Draft<R>[]): Promise<Entity<R>[]> {
        const made = await runAll(change, drafts)
        for (const created of made) change.audit(auditOf(created, 'create'))
        return made
      },
    }),
    read(context: Context<A>, document: unknown): Draft<R> {
      const draft = readDraft(resource, document)
      refuseUnwritable(resource, given(document), served.writable?.(context.actor, undefined))
      if (!may(context.actor, draft, context)) throw refusal(context.actor, (as) => may(as as A, draft, context))
      if (freshProof === true || freshProof?.(draft)) requireFreshProof(context)
      return draft
    },
    /** Before the transaction opens; gives what writes the record in it. */
    prepare: async (draft: Draft<R>): Promise<Create<A>> =>
      'prepare' in creating ? creating.prepare(draft) : (change) => creating.run(change, draft),
    async run(context: Context<A>, change: Change<A>, draft: Draft<R>, make: CreateFunction): Promise<Entity<R>> {
      const { id, repeated } = await make()
      const created = await answer(change.db, context.actor, id, draft)
      if (!created && repeated) throw new Problem('notFound')
      if (!created) throw new Error(`A new ${resource.type} is not visible to the person who created it`)
      change.audit(auditOf(created, repeated ? 'create-repeated' : 'create'))
      return created
    },
  }
}

/** How a record is changed; undefined when it is not served. */
export function updateOf<R extends AnyResource, A extends Actor>(resource: R, served: ResourceHandlers<R, A>) {
  if (!served.update) return undefined
  const { may, freshProof, run } = served.update
  return async (
    context: Context<A>,
    change: Change<A>,
    { id, document, isSeen, project }: AskedChange & { document: unknown },
  ): Promise<Entity<R> | undefined> => {
    const record = await findOrRefuse(served, change.db, context.actor, id, 'write')
    refuseOtherProject(project, record)
    const patch = readPatch(resource, id, document)
    if (!may(context.actor, record, patch)) throw refusal(context.actor, (as) => may(as as A, record, patch))
    refuseUnwritable(resource, patch as Record<string, unknown>, served.writable?.(context.actor, record))
    if (freshProof === true || freshProof?.(patch)) requireFreshProof(context)
    refuseStale(isSeen, record)
    await run(change, record, patch)
    const after = await served.find(change.db, context.actor, id)
    const states = { before: only(traced(served, record), patch), after: only(traced(served, after ?? {}), patch) }
    const told = after && { version: after.version }
    change.audit(eventOf(resource, 'update', served.tenant?.(record) ?? null, id, { ...states, ...told }))
    return after
  }
}

/** How a record is removed; undefined when it is not served. */
export function removalOf<R extends AnyResource, A extends Actor>(resource: R, served: ResourceHandlers<R, A>) {
  if (!served.remove) return undefined
  const { may, freshProof, run } = served.remove
  return async (context: Context<A>, change: Change<A>, { id, isSeen, project }: AskedChange): Promise<void> => {
    const record = await findOrRefuse(served, change.db, context.actor, id, 'write')
    refuseOtherProject(project, record)
    if (!may(context.actor, record)) throw refusal(context.actor, (as) => may(as as A, record))
    if (freshProof) requireFreshProof(context)
    refuseStale(isSeen, record)
    await run(change, record)
    change.audit(eventOf(resource, 'remove', served.tenant?.(record) ?? null, id, { before: traced(served, record) }))
  }
}

function refuseStale(isSeen: IsSeen, { version }: { version: number }) {
  if (!isSeen(version)) throw new Problem('stale', { header: 'If-Match', meta: { version } })
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
