import type { Operation } from '@lintel/contract/jsonapi/operations'
import { Problem } from '@lintel/contract/problems'

/** The names that operations give to what they add, so that later ones can refer to it before it has an id. */
export class LocalIds {
  readonly #ids = new Map<string, string>()
  /** Names whose operations failed: who refers to them fails for no reason of their own. */
  readonly #lost = new Set<string>()

  /** Remembers what an added resource's name stands for. Throws 409 for a name that is taken. */
  name(type: string, lid: unknown, id: string): void {
    if (lid === undefined) return
    if (typeof lid !== 'string' || lid === '') throw new Problem('invalid', { pointer: '/data/lid' })
    if (this.#ids.has(keyOf(type, lid))) throw new Problem('conflict', { pointer: '/data/lid' })
    this.#ids.set(keyOf(type, lid), id)
  }

  /** To be called for an operation that failed. */
  giveUp({ op, data }: Operation): void {
    if (op === 'add' && data && typeof data.lid === 'string') this.#lost.add(keyOf(data.type, data.lid))
  }

  /** True for an operation that refers to one that failed. */
  refersToLost(operation: Operation): boolean {
    return referencesIn(operation).some(({ type, lid }) => this.#lost.has(keyOf(type, lid)))
  }

  /** The operation with ids in the place of names. Throws 422 `unknownReference` for a name that nothing has. */
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
      const link = (one: unknown) => (isNamed(one) ? { type: one.type, id: this.#idOf(one, pointer) } : one)
      return [name, { ...relationship, data: Array.isArray(linkage) ? linkage.map(link) : link(linkage) }]
    })
    return { ...data, relationships: Object.fromEntries(relationships) }
  }

  #idOf({ type, lid }: Named, pointer: string): string {
    const id = this.#ids.get(keyOf(type, lid))
    if (id === undefined) throw new Problem('unknownReference', { pointer })
    return id
  }
}

type Data = NonNullable<Operation['data']>

interface Named {
  type: string
  lid: string
}

const keyOf = (type: string, lid: string) => JSON.stringify([type, lid])

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const isNamed = (value: unknown): value is Named =>
  isRecord(value) && typeof value.type === 'string' && typeof value.lid === 'string' && value.id === undefined

/** Every name that an operation refers to. */
function referencesIn({ op, ref, data }: Operation): Named[] {
  const linkages = isRecord(data?.relationships) ? Object.values(data.relationships) : []
  const linked = linkages.flatMap((relationship) => (isRecord(relationship) ? relationship.data : []))
  return [ref, op === 'add' ? undefined : data, ...linked].filter(isNamed)
}
