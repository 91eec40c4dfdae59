import type { FlatRecord, ResourceObject } from '@lintel/contract/jsonapi/document'
import { placedPath } from '@lintel/contract/jsonapi/placed-path'
import type { AnyResource } from '@lintel/contract/jsonapi/resource'

/** A list as it is answered. */
export interface ListDocument {
  resource: AnyResource
  records: readonly FlatRecord[]
  /** Sparse fieldsets: the only fields that are shown. */
  only?: ReadonlySet<string> | undefined
  included?: readonly ResourceObject[] | undefined
  links: object
  total: number
  /** How many projects are left out, where that is told. */
  omittedProjects?: number | undefined
}

/**
 * The text of a list's document. Its resource objects are those that the contract's `toObject` makes, written without
 * making them: names, types and paths become JSON once for all records, which is half of the work.
 */
export function listDocument({
  resource,
  records,
  only,
  included,
  links,
  total,
  omittedProjects,
}: ListDocument): string {
  const write = objectWriter(resource, only)
  let data = ''
  for (const record of records) data += data === '' ? write(record) : `,${write(record)}`
  const meta = JSON.stringify({ page: { total }, omittedProjects })
  const head = `{"jsonapi":{"version":"1.1"},"links":${JSON.stringify(links)},"meta":${meta}`
  return `${head},"data":[${data}]${included ? `,"included":${JSON.stringify(included)}` : ''}}`
}

/** A field that a record may carry: what stands before its value, and the value with what stands after it. */
interface Field {
  name: string
  begin: string
  write(value: unknown): string
}

function objectWriter(resource: AnyResource, only?: ReadonlySet<string>): (record: FlatRecord) => string {
  const isShown = (name: string) => !only || only.has(name)
  const begin = `{"type":${JSON.stringify(resource.type)},"id":`
  const attributes = resource.attributes
    .filter(isShown)
    .map((name): Field => ({ name, begin: `"${name}":`, write: json }))
  const relations = Object.keys(resource.relations)
    .filter(isShown)
    .map((name) => relationship(name, resource.relations[name]?.to ?? ''))
  return (record) => {
    const self = json(`${placedPath(resource, record)}/${encodeURIComponent(record.id)}`)
    const fields = `,"attributes":{${fieldsOf(record, attributes, '')}${fieldsOf(record, relations, '},"relationships":{')}}`
    const meta = record.version === undefined ? '' : `,"meta":{"version":${record.version}}`
    return `${begin}${json(record.id)}${fields},"links":{"self":${self}}${meta}}`
  }
}

/** The fields that the record carries; `first` stands before them, if there are any. */
function fieldsOf(record: FlatRecord, fields: readonly Field[], first: string): string {
  let text = ''
  let before = first
  for (const { name, begin, write } of fields) {
    const value = record[name]
    if (value === undefined) continue
    text += before + begin + write(value)
    before = ','
  }
  return text
}

/** The value is the id of what it refers to, a list of ids, or null. */
function relationship(name: string, type: string): Field {
  const identifier = `{"type":${JSON.stringify(type)},"id":`
  const one = (id: unknown) => `${identifier}${json(id)}}`
  return {
    name,
    begin: `"${name}":{"data":`,
    write(value) {
      if (value === null) return 'null}'
      return Array.isArray(value) ? `[${value.map(one).join(',')}]}` : `${one(value)}}`
    },
  }
}

/** Printable ASCII without quotes and backslashes: what most texts are, and what JSON writes as it is. */
const plain = /^[ !#-[\]-~]*$/

function json(value: unknown): string {
  if (typeof value === 'string' && plain.test(value)) return `"${value}"`
  if (typeof value === 'number' && Number.isFinite(value)) return `${value}`
  if (value === null) return 'null'
  if (value === true) return 'true'
  return value === false ? 'false' : JSON.stringify(value)
}
