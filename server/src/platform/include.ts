import { type FlatRecord, type ResourceObject, toObject } from '@lintel/contract/jsonapi/document'
import type { ResourceQuery } from '@lintel/contract/jsonapi/query'
import type { AnyResource } from '@lintel/contract/jsonapi/resource'
import { refuseBeyondScope } from './api-token-scope'
import type { Context } from './context'

/**
 * Loads the included resource objects of a document, one statement per type; undefined if none were requested. Throws 403 for an API token
 * without the scope of one of the types.
 */
export async function loadIncluded(
  { db, actor, includes }: Context,
  resource: AnyResource,
  records: readonly FlatRecord[],
  { include, fields }: ResourceQuery,
): Promise<ResourceObject[] | undefined> {
  if (include.length === 0) return undefined
  const requested = new Map<string, Set<string>>()
  for (const name of include) {
    const relation = resource.relations[name]
    if (!relation) continue
    const ids = requested.get(relation.to) ?? new Set()
    requested.set(relation.to, ids)
    for (const record of records) for (const id of idsIn(record[name])) ids.add(id)
  }
  const sources = [...requested].map(([type, ids]) => {
    const source = includes.get(type)
    if (!source) throw new Error(`Nothing serves ${type} for inclusion`)
    refuseBeyondScope(actor, source.scope)
    return { type, ids, source }
  })
  const objects = await Promise.all(
    sources.map(async ({ type, ids, source }) => {
      const match = ids.size > 0 ? await source.findByIds(db, actor, [...ids]) : []
      return match.map((record) => toObject(source.resource, record, fields[type]))
    }),
  )
  return objects.flat()
}

const idsIn = (value: unknown): string[] => {
  if (typeof value === 'string') return [value]
  return Array.isArray(value) ? (value as string[]) : []
}
