import { type FlatRecord, type ResourceObject, toObject } from '@lintel/contract/jsonapi/document'
import type { Operation } from '@lintel/contract/jsonapi/operations'
import { Problem, type ProblemObject, problemObject } from '@lintel/contract/problems'
import type { Change, Context } from './context'
import { LocalIds } from './local-ids'
import { problemOf } from './problem-reply'
import { rollbackToSavepoint, startSavepoint } from './savepoint'
import type { ServedResource } from './serve'
import type { RequestedChange, ResourceChanges } from './serve-changes'

/** The result of an operation: the resource afterwards, or nothing that can be shown. */
export type OperationResult = { data?: ResourceObject }

/** A resource that can be changed by an operation. */
type Changeable = ServedResource & { changes: ResourceChanges }

/**
 * Runs operations in order in the caller's transaction. Throws the failures of all of them together, with pointers; an
 * operation that refers to a failed one is skipped.
 */
export async function runAll(
  served: ReadonlyMap<string, ServedResource>,
  context: Context,
  change: Change,
  operations: readonly Operation[],
): Promise<OperationResult[]> {
  const localIds = new LocalIds()
  const results: OperationResult[] = []
  const failures: ProblemObject[] = []
  let retryAfter = 0
  /** Operations before this index run one at a time, because their batch failed and each has to report its own failure. */
  let singlyUntil = 0
  for (const [at, operation] of operations.entries()) {
    if (at < results.length) continue
    const batch = at < singlyUntil ? [] : leadingAdditions(served, operations.slice(at))
    if (batch.length > 1) {
      const made = await addBatch(served, context, change, batch)
      results.push(...(made ?? []))
      if (made) continue
      singlyUntil = at + batch.length
    }
    try {
      await startSavepoint(change.db)
      results.push(await run(served, context, change, localIds.resolved(operation), localIds))
    } catch (error) {
      const problem = problemOf(error)
      if (problem.status >= 500) throw error
      await rollbackToSavepoint(change.db)
      results.push({})
      localIds.markFailed(operation)
      retryAfter = Math.max(retryAfter, problem.retryAfter ?? 0)
      if (!localIds.refersToFailed(operation)) failures.push(...problem.objects.map(pointedAt(at)))
    }
  }
  if (failures.length > 0) throw Problem.all(failures, retryAfter)
  return results
}

/** The leading additions of one type, if that type supports batches and none of them uses local ids. */
function leadingAdditions(served: ReadonlyMap<string, ServedResource>, operations: readonly Operation[]): Operation[] {
  const type = operations[0]?.data?.type
  if (type === undefined || !served.get(type)?.changes?.addAll) return []
  const isInBatch = ({ op, ref, data }: Operation) =>
    op === 'add' &&
    !ref &&
    data?.type === type &&
    !JSON.stringify(data.relationships ?? {}).includes('"lid"') &&
    !('lid' in data)
  const end = operations.findIndex((operation) => !isInBatch(operation))
  return operations.slice(0, end < 0 ? operations.length : end)
}

/** Adds them as a batch; undefined, with nothing done, if one of them fails. */
async function addBatch(
  served: ReadonlyMap<string, ServedResource>,
  context: Context,
  change: Change,
  operations: readonly Operation[],
): Promise<OperationResult[] | undefined> {
  const { resource, changes } = changeable(served, operations[0]?.data?.type ?? '', '/data/type')
  await startSavepoint(change.db)
  try {
    const made = await changes.addAll?.(
      context,
      change,
      operations.map(({ data }) => ({ data })),
    )
    if (made?.length !== operations.length)
      throw new Error(`${operations.length} operations made ${made?.length} ${resource.type}`)
    return made.map((record) => ({ data: toObject(resource, record) }))
  } catch (error) {
    if (problemOf(error).status >= 500) throw error
    await rollbackToSavepoint(change.db)
    return undefined
  }
}

async function run(
  served: ReadonlyMap<string, ServedResource>,
  context: Context,
  change: Change,
  operation: Operation,
  localIds: LocalIds,
): Promise<OperationResult> {
  const { op, data, ref } = operation
  const { resource, changes } = changeable(served, (ref ?? data)?.type ?? '', ref ? '/ref/type' : '/data/type')
  const resultOf = (record: FlatRecord | undefined) => (record ? { data: toObject(resource, record) } : {})
  if (op === 'add') {
    if (ref || !data) throw new Problem('malformed', { pointer: ref ? '/ref' : '/data' })
    if (!changes.add) throw notServed(op, resource.type)
    const { lid, ...document } = data
    const record = await changes.add(context, change, { data: document })
    localIds.assign(resource.type, lid, record.id)
    return resultOf(record)
  }
  const requested = requestedChangeOf(operation)
  if (op === 'update') {
    if (!data) throw new Problem('malformed', { pointer: '/data' })
    if (!changes.update) throw notServed(op, resource.type)
    return resultOf(await changes.update(context, change, { ...requested, document: { data } }))
  }
  if (data) throw new Problem('malformed', { pointer: '/data' })
  if (!changes.remove) throw notServed(op, resource.type)
  await changes.remove(context, change, requested)
  return {}
}

function changeable(served: ReadonlyMap<string, ServedResource>, type: string, pointer: string): Changeable {
  const match = served.get(type)
  if (match?.changes) return match as Changeable
  throw new Problem('unknownReference', { pointer, detail: `There is no resource ${JSON.stringify(type)} to change` })
}

/** 403, as JSON:API answers a change that is not supported: 405 is about the method of the request, which is that of all operations. */
const notServed = (op: string, type: string) =>
  new Problem('forbidden', { pointer: '/op', detail: `There is no ${op} of ${type}` })

/**
 * The target and the expected version. `ref` and the id in `data` must agree; the version is in `meta` of the operation
 * or of `data`.
 */
function requestedChangeOf({ ref, data, meta }: Operation): RequestedChange {
  const target = ref && 'id' in ref ? ref.id : undefined
  const own = data?.id
  const id = target ?? own
  if (typeof id !== 'string') throw new Problem('malformed', { pointer: data ? '/data/id' : '/ref' })
  if (own !== undefined && own !== id) throw new Problem('typeConflict', { pointer: '/data/id' })
  const expected = meta?.version ?? (data?.meta as { version?: unknown } | undefined)?.version
  return { id, matchesVersion: (version) => expected === undefined || expected === version }
}

/** Makes the pointer of a problem relative to the whole document. */
const pointedAt =
  (at: number) =>
  ({ code, detail, meta, source }: ProblemObject): ProblemObject => {
    const inside = source && 'pointer' in source ? source.pointer : code === 'stale' ? '/meta/version' : ''
    return problemObject(code, { detail, pointer: `/atomic:operations/${at}${inside}`, ...(meta && { meta }) })
  }
