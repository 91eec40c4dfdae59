import { type FlatRecord, type ResourceObject, toObject } from '@lintel/contract/jsonapi/document'
import type { Operation } from '@lintel/contract/jsonapi/operations'
import { Problem, type ProblemObject, problemObject } from '@lintel/contract/problems'
import type { Change, Context } from './context'
import { LocalIds } from './local-ids'
import { problemOf } from './problem-reply'
import { startSavepoint, undoToSavepoint } from './savepoint'
import type { ServedResource } from './serve'
import type { AskedChange, ResourceChanges } from './serve-changes'

/** What became of an operation: the resource as it is then, or nothing that can be shown. */
export type OperationResult = { data?: ResourceObject }

/** A resource that can be changed as a part of a step. */
type Changeable = ServedResource & { changes: ResourceChanges }

/**
 * Runs operations one after the other in the caller's transaction. Throws every operation's failure at once, with pointers
 * to it; an operation that refers to one that failed is not tried.
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
  /** Up to here, operations are run by themselves: together they failed, and each has to say what is wrong with it. */
  let apart = 0
  for (const [at, operation] of operations.entries()) {
    if (at < results.length) continue
    const alike = at < apart ? [] : alikeAdditions(served, operations.slice(at))
    if (alike.length > 1) {
      const made = await addTogether(served, context, change, alike)
      results.push(...(made ?? []))
      if (made) continue
      apart = at + alike.length
    }
    try {
      await startSavepoint(change.db)
      results.push(await run(served, context, change, localIds.resolved(operation), localIds))
    } catch (error) {
      const problem = problemOf(error)
      if (problem.status >= 500) throw error
      await undoToSavepoint(change.db)
      results.push({})
      localIds.giveUp(operation)
      retryAfter = Math.max(retryAfter, problem.retryAfter ?? 0)
      if (!localIds.refersToLost(operation)) failures.push(...problem.objects.map(pointedAt(at)))
    }
  }
  if (failures.length > 0) throw Problem.all(failures, retryAfter)
  return results
}

/** The additions of one type that come first, where that type adds many at once and nothing refers to any of them by name. */
function alikeAdditions(served: ReadonlyMap<string, ServedResource>, operations: readonly Operation[]): Operation[] {
  const type = operations[0]?.data?.type
  if (type === undefined || !served.get(type)?.changes?.addAll) return []
  const isAlike = ({ op, ref, data }: Operation) =>
    op === 'add' &&
    !ref &&
    data?.type === type &&
    !JSON.stringify(data.relationships ?? {}).includes('"lid"') &&
    !('lid' in data)
  const end = operations.findIndex((operation) => !isAlike(operation))
  return operations.slice(0, end < 0 ? operations.length : end)
}

/** Adds them in the statements of one; undefined, and nothing done, where something is wrong with one of them. */
async function addTogether(
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
    return made?.map((record) => ({ data: toObject(resource, record) }))
  } catch (error) {
    if (problemOf(error).status >= 500) throw error
    await undoToSavepoint(change.db)
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
  const shown = (record: FlatRecord | undefined) => (record ? { data: toObject(resource, record) } : {})
  if (op === 'add') {
    if (ref || !data) throw new Problem('malformed', { pointer: ref ? '/ref' : '/data' })
    if (!changes.add) throw notServed(op, resource.type)
    const { lid, ...document } = data
    const record = await changes.add(context, change, { data: document })
    localIds.name(resource.type, lid, record.id)
    return shown(record)
  }
  const asked = askedOf(operation)
  if (op === 'update') {
    if (!data) throw new Problem('malformed', { pointer: '/data' })
    if (!changes.update) throw notServed(op, resource.type)
    return shown(await changes.update(context, change, { ...asked, document: { data } }))
  }
  if (data) throw new Problem('malformed', { pointer: '/data' })
  if (!changes.remove) throw notServed(op, resource.type)
  await changes.remove(context, change, asked)
  return {}
}

function changeable(served: ReadonlyMap<string, ServedResource>, type: string, pointer: string): Changeable {
  const found = served.get(type)
  if (found?.changes) return found as Changeable
  throw new Problem('unknownReference', { pointer, detail: `There is no resource ${JSON.stringify(type)} to change` })
}

const notServed = (op: string, type: string) =>
  new Problem('methodNotAllowed', { pointer: '/op', detail: `There is no ${op} of ${type}` })

/** `ref` and the id in `data` name the same; the version stands in `meta`, or where the document has it. */
function askedOf({ ref, data, meta }: Operation): AskedChange {
  const target = ref && 'id' in ref ? ref.id : undefined
  const own = data?.id
  const id = target ?? own
  if (typeof id !== 'string') throw new Problem('malformed', { pointer: data ? '/data/id' : '/ref' })
  if (own !== undefined && own !== id) throw new Problem('typeConflict', { pointer: '/data/id' })
  const seen = meta?.version ?? (data?.meta as { version?: unknown } | undefined)?.version
  return { id, isSeen: (version) => seen === undefined || seen === version }
}

/** Where a problem of an operation stands in the whole document. */
const pointedAt =
  (at: number) =>
  ({ code, detail, meta, source }: ProblemObject): ProblemObject => {
    const inside = source && 'pointer' in source ? source.pointer : code === 'stale' ? '/meta/version' : ''
    return problemObject(code, { detail, pointer: `/atomic:operations/${at}${inside}`, ...(meta && { meta }) })
  }
