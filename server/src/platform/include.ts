import { type FlatRecord, type ResourceObject, toObject } from '@lintel/contract/jsonapi/document'
import type { Shown } from '@lintel/contract/jsonapi/query'
import type { AnyResource } from '@lintel/contract/jsonapi/resource'
import type { Context } from './context'

/** The included resource objects of a document, one statement per type; undefined when nothing was asked for. */
export async function includedIn(
  { db, actor, includes }: Context,
  resource: AnyResource,
  records: readonly FlatRecord[],
  { include, fields }: Shown,
): Promise<ResourceObject[] | undefined> {
  if (include.length === 0) return undefined
  const wanted = new Map<string, Set<string>>()
  for (const name of include) {
    const relation = resource.relations[name]
    if (!relation) continue
    const ids = wanted.get(relation.to) ?? new Set()
    wanted.set(relation.to, ids)
    for (const record of records) for (const id of idsIn(record[name])) ids.add(id)
  }
  const objects = await Promise.all(
    [...wanted].map(async ([type, ids]) => {
      const source = includes.get(type)
      if (!source) throw new Error(`Nothing serves ${type} for inclusion`)
      const found = ids.size > 0 ? await source.among(db, actor, [...ids]) : []
      return found.map((record) => toObject(source.resource, record, fields[type]))
    }),
  )
  return objects.flat()
}

const idsIn = (value: unknown): string[] => {
  if (typeof value === 'string') return [value]
  return Array.isArray(value) ? (value as string[]) : []
}
