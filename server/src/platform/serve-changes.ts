import type { FlatRecord } from '@lintel/contract/jsonapi/document'
import { readDraft, readPatch } from '@lintel/contract/jsonapi/read-document'
import type { AnyResource, Draft, Entity } from '@lintel/contract/jsonapi/resource'
import type { Actor } from '@lintel/contract/people/permissions'
import { Problem, problemObject } from '@lintel/contract/problems'
import type { AuditEvent } from './audit/audit'
import type { Change, Context } from './context'
import type { Database } from './database'
import { requireFreshProof } from './fresh-proof'
import type { CreationResult } from './idempotency-keys'
import { refuseOtherProject } from './path-scope'
import { findOrRefuse, refusal } from './refusal'
import type { InsertFunction, ResourceHandlers } from './resource-handlers'

/** Does the version satisfy the precondition of the change? */
export type MatchesVersion = (version: number) => boolean

/** Creates a record, at most once per idempotency key. */
export type CreateFunction = () => Promise<CreationResult>

/** A requested change of a record. */
export interface RequestedChange {
  id: string
  matchesVersion: MatchesVersion
  /** The project in the path, if any. */
  project?: string | undefined
}

/** A requested removal. */
export interface RequestedRemoval extends RequestedChange {
  /** Refuse it if the record is used (`refuseUsed`). */
  onlyIfUnused?: boolean
}

/**
 * The changes of a resource within a transaction of the caller: each checks the policy, validates, writes and records
 * the same audit events as the single request. Only supported changes are present.
 */
export interface ResourceChanges {
  /** Loads a record if it is visible to the person. */
  find(db: Database, actor: Actor, id: string): Promise<FlatRecord | undefined>
  add?(context: Context, change: Change, document: unknown): Promise<FlatRecord>
  /** Adds several records in the statements of one; returns one for each document, in their order. */
  addAll?(context: Context, change: Change, documents: readonly unknown[]): Promise<FlatRecord[]>
  /** Undefined if the record is no longer visible after the change. */
  update?(
    context: Context,
    change: Change,
    requested: RequestedChange & { document: unknown },
  ): Promise<FlatRecord | undefined>
  remove?(context: Context, change: Change, requested: RequestedRemoval): Promise<void>
}

/** The changes of a resource, for signed-in persons. */
export function changesOf<R extends AnyResource>(resource: R, served: ResourceHandlers<R, Actor>): ResourceChanges {
  const addition = creationOf(resource, served)
  const update = updateOf(resource, served)
  const remove = removalOf(resource, served)
  return {
    find: async (...requested) => (await served.find(...requested)) as FlatRecord | undefined,
    ...(addition && {
      async add(context, change, document) {
        const draft = addition.read(context, document)
        const create = await addition.prepare(draft)
        const made = await addition.run(change, draft, async () => ({
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
    ...(update && { update: async (...requested) => (await update(...requested)) as FlatRecord | undefined }),
    ...(remove && { remove }),
  }
}

/** How a record is created: validated and authorised, then written. Undefined if not supported. */
export function creationOf<R extends AnyResource, A extends Actor>(resource: R, served: ResourceHandlers<R, A>) {
  if (!served.create) return undefined
  const creating = served.create
  const { may, freshProof, answer = served.find, runAll } = creating
  const auditOf = (created: Entity<R>, verb: 'create' | 'create-repeated') =>
    eventOf(resource, verb, served.tenant?.(created) ?? null, created.id, {
      after: auditedFields(served, created),
      version: created.version,
    })
  const assertVisible = (created: Entity<R> | undefined): Entity<R> => {
    if (!created) throw new Error(`A new ${resource.type} is not visible to the person who created it`)
    return created
  }
  return {
    ...(runAll && {
      async runAll(change: Change<A>, drafts: readonly Draft<R>[]): Promise<Entity<R>[]> {
        const made = (await runAll(change, drafts)).map(assertVisible)
        for (const created of made) change.audit(auditOf(created, 'create'))
        return made
      },
    }),
    read(context: Context<A>, document: unknown): Draft<R> {
      const draft = readDraft(resource, document)
      refuseUnwritable(resource, namedFields(document), served.writable?.(context.actor, undefined))
      if (!may(context.actor, draft, context)) throw refusal(context.actor, (as) => may(as as A, draft, context))
      if (freshProof === true || freshProof?.(draft)) requireFreshProof(context)
      return draft
    },
    /** Called before the transaction; returns the function that inserts the record in it. */
    prepare: async (draft: Draft<R>): Promise<InsertFunction<A>> =>
      'prepare' in creating ? creating.prepare(draft) : (change) => creating.run(change, draft),
    async run(change: Change<A>, draft: Draft<R>, make: CreateFunction): Promise<Entity<R>> {
      const { id, repeated } = await make()
      const found = await answer(change.db, change.actor, id, draft)
      if (!found && repeated) throw new Problem('notFound')
      const created = assertVisible(found)
      change.audit(auditOf(created, repeated ? 'create-repeated' : 'create'))
      return created
    },
  }
}

/** How a record is changed; undefined if not supported. */
export function updateOf<R extends AnyResource, A extends Actor>(resource: R, served: ResourceHandlers<R, A>) {
  if (!served.update) return undefined
  const { may, freshProof, run } = served.update
  return async (
    context: Context<A>,
    change: Change<A>,
    { id, document, matchesVersion, project }: RequestedChange & { document: unknown },
  ): Promise<Entity<R> | undefined> => {
    const record = await findOrRefuse(served, change.db, change.actor, id, 'write')
    refuseOtherProject(project, record)
    const patch = readPatch(resource, id, document)
    if (!may(change.actor, record, patch)) throw refusal(change.actor, (as) => may(as as A, record, patch))
    refuseUnwritable(resource, patch as Record<string, unknown>, served.writable?.(change.actor, record))
    if (freshProof === true || freshProof?.(patch)) requireFreshProof(context)
    refuseStale(matchesVersion, record)
    await run(change, record, patch)
    const after = await served.find(change.db, change.actor, id)
    const states = {
      before: only(auditedFields(served, record), patch),
      after: only(auditedFields(served, after ?? {}), patch),
    }
    const version = after && { version: after.version }
    change.audit(eventOf(resource, 'update', served.tenant?.(record) ?? null, id, { ...states, ...version }))
    return after
  }
}

/** How a record is removed; undefined if not supported. */
export function removalOf<R extends AnyResource, A extends Actor>(resource: R, served: ResourceHandlers<R, A>) {
  if (!served.remove) return undefined
  const { may, freshProof, refuseUsed, run } = served.remove
  return async (
    context: Context<A>,
    change: Change<A>,
    { id, matchesVersion, project, onlyIfUnused }: RequestedRemoval,
  ): Promise<void> => {
    const record = await findOrRefuse(served, change.db, change.actor, id, 'write')
    refuseOtherProject(project, record)
    if (!may(change.actor, record)) throw refusal(change.actor, (as) => may(as as A, record))
    if (freshProof) requireFreshProof(context)
    refuseStale(matchesVersion, record)
    if (onlyIfUnused) await refuseUsed?.(change, record)
    await run(change, record)
    change.audit(
      eventOf(resource, 'remove', served.tenant?.(record) ?? null, id, { before: auditedFields(served, record) }),
    )
  }
}

function refuseStale(matchesVersion: MatchesVersion, { version }: { version: number }) {
  if (!matchesVersion(version)) throw new Problem('stale', { header: 'If-Match', meta: { version } })
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

/** The fields in a creation document, before defaults are applied. */
function namedFields(body: unknown): Record<string, unknown> {
  const { data } = body as { data: { attributes?: object; relationships?: object } }
  const fields = { ...data.attributes, ...data.relationships }
  // Members that begin with @ are ignored (JSON:API 1.1).
  return Object.fromEntries(Object.entries(fields).filter(([name]) => !name.startsWith('@')))
}

/** The fields of a record that are recorded in the audit log. */
function auditedFields(
  { auditedFields: audited }: { auditedFields?: readonly string[] },
  record: object,
): Record<string, unknown> {
  const fields = Object.entries(record).filter(([field]) => field !== 'id' && field !== 'version')
  return Object.fromEntries(audited ? fields.filter(([field]) => audited.includes(field)) : fields)
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
