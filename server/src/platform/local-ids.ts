import type { Operation } from '@lintel/contract/jsonapi/operations'
import { Problem } from '@lintel/contract/problems'

/** Local ids (`lid`) of resources added by a request, to which later operations refer. */
export class LocalIds {
  readonly #ids = new Map<string, string>()
  /** Local ids of failed operations; operations that refer to them report no failure of their own. */
  readonly #failed = new Set<string>()

  /** Assigns a local id to an added resource. Throws 409 if it is taken. */
  assign(type: string, lid: unknown, id: string): void {
    if (lid === undefined) return
    if (typeof lid !== 'string' || lid === '') throw new Problem('invalid', { pointer: '/data/lid' })
    if (this.#ids.has(keyOf(type, lid))) throw new Problem('conflict', { pointer: '/data/lid' })
    this.#ids.set(keyOf(type, lid), id)
  }

  /** Marks the local id of a failed operation. */
  markFailed({ op, data }: Operation): void {
    if (op === 'add' && data && typeof data.lid === 'string') this.#failed.add(keyOf(data.type, data.lid))
  }

  /** Does the operation refer to one that failed? */
  refersToFailed(operation: Operation): boolean {
    return referencesIn(operation).some(({ type, lid }) => this.#failed.has(keyOf(type, lid)))
  }

  /** The operation with local ids replaced by ids. Throws 422 `unknownReference` for an unknown one. */
  resolved({ ref, data, ...operation }: Operation): Operation {
    const isAdded = operation.op === 'add'
    return {
      ...operation,
      ...(ref && { ref: 'lid' in ref ? { type: ref.type, id: this.#idOf(ref, '/ref/lid') } : ref }),
      ...(data && { data: isAdded ? this.#linked(data) : this.#linked(this.#target(data)) }),
    }
  }

  #target(data: Data): Data {
    if (typeof data.lid !== 'string' || data.id !== undefined) return data
    const { lid, ...rest } = data
    return { ...rest, id: this.#idOf({ type: data.type, lid: String(lid) }, '/data/lid') }
  }

  #linked(data: Data): Data {
    if (!isRecord(data.relationships)) return data
    const relationships = Object.entries(data.relationships).map(([name, relationship]) => {
      if (!isRecord(relationship)) return [name, relationship]
      const pointer = `/data/relationships/${name}`
      const linkage = relationship.data
      const link = (one: unknown) => (isLocalReference(one) ? { type: one.type, id: this.#idOf(one, pointer) } : one)
      return [name, { ...relationship, data: Array.isArray(linkage) ? linkage.map(link) : link(linkage) }]
    })
    return { ...data, relationships: Object.fromEntries(relationships) }
  }

  #idOf({ type, lid }: LocalReference, pointer: string): string {
    const id = this.#ids.get(keyOf(type, lid))
    if (id === undefined) throw new Problem('unknownReference', { pointer })
    return id
  }
}

type Data = NonNullable<Operation['data']>

interface LocalReference {
  type: string
  lid: string
}

const keyOf = (type: string, lid: string) => JSON.stringify([type, lid])

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const isLocalReference = (value: unknown): value is LocalReference =>
  isRecord(value) && typeof value.type === 'string' && typeof value.lid === 'string' && value.id === undefined

/** All local ids that an operation refers to. */
function referencesIn({ op, ref, data }: Operation): LocalReference[] {
  const linkages = isRecord(data?.relationships) ? Object.values(data.relationships) : []
  const linked = linkages.flatMap((relationship) => (isRecord(relationship) ? relationship.data : []))
  return [ref, op === 'add' ? undefined : data, ...linked].filter(isLocalReference)
}
