import { toObject } from '@lintel/contract/jsonapi/document'
import { type OperationResults, runOperations } from '@lintel/contract/jsonapi/operations'
import { isSignedIn } from '@lintel/contract/people/permissions'
import { Problem, problemObject } from '@lintel/contract/problems'
import { answer } from './answer'
import type { Context } from './context'
import { createOnce } from './idempotency-keys'
import { type OperationResult, runAll } from './operations'
import { problemOf } from './problem-reply'
import type { Route } from './route'
import type { ServedResource } from './serve'

/**
 * Atomic operations on these resources in one transaction, each under the policy of its resource. A request repeated
 * with its `Idempotency-Key` changes nothing and gets the results again (security K9).
 */
export function operationRoutes(resources: readonly ServedResource[]): Route[] {
  const served = new Map(resources.map((one) => [one.resource.type, one]))
  return [
    answer(runOperations, {
      may: isSignedIn,
      // Each operation requires what its single request requires.
      freshProof: () => false,
      async run(context, { body: { 'atomic:operations': operations } }, reply): Promise<OperationResults> {
        if (context.request.headers['if-match'] !== undefined) {
          throw new Problem('malformed', { header: 'If-Match', detail: 'Each operation names its version in meta' })
        }
        reply.header('vary', 'accept')
        try {
          const done = await context.change(async (change) => {
            let made: OperationResult[] | undefined
            const requested = { type: 'operations', draft: operations }
            const { id, repeated } = await createOnce(change, context.request, requested, async () => {
              made = await runAll(served, context, change, operations)
              return JSON.stringify(made.map(({ data }) => data && [data.type, data.id]))
            })
            if (repeated) change.audit({ action: 'operations.repeated', customer: null })
            return { made, id }
          })
          // Read after the transaction released its connection, so that concurrent repetitions do not wait for each
          // other.
          return { 'atomic:results': done.made ?? (await loadResults(served, context, done.id)) }
        } catch (error) {
          throw pointed(problemOf(error), error)
        }
      },
    }),
  ]
}

/** The present results of an earlier request with the same key. */
async function loadResults(
  served: ReadonlyMap<string, ServedResource>,
  { db, actor }: Context,
  made: string,
): Promise<OperationResult[]> {
  const targets = JSON.parse(made) as ([string, string] | null)[]
  const results: OperationResult[] = []
  // Sequential, because a request uses one connection.
  for (const target of targets) {
    const found = target && served.get(target[0])
    const record = await found?.changes?.find(db, actor, target?.[1] ?? '')
    results.push(found && record ? { data: toObject(found.resource, record) } : {})
  }
  return results
}

/** A rule about the request as a whole (one owner per project) is not the failure of a single operation. */
function pointed(problem: Problem, error: unknown): unknown {
  if (problem.status >= 500) return error
  const isPointed = problem.objects.some(({ source }) => source && !('parameter' in source))
  if (isPointed && problem.objects.every(isOfOperation)) return problem
  return isOfRequest(problem) ? problem : Problem.all(problem.objects.map(atOperations), problem.retryAfter)
}

const pointerOf = ({ source }: Problem['objects'][number]) => (source && 'pointer' in source ? source.pointer : '')
const isOfOperation = (object: Problem['objects'][number]) => pointerOf(object).startsWith('/atomic:operations')
const isOfRequest = ({ objects }: Problem) => objects.some(({ source }) => source && 'header' in source)
const atOperations = ({ code, detail, meta }: Problem['objects'][number]) =>
  problemObject(code, { detail, pointer: '/atomic:operations', ...(meta && { meta }) })
