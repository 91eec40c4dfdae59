import { feedTables } from '@lintel/contract/exchange/feed-tables'
import { parse } from '@sap-ux/edmx-parser'
import { expect, test } from 'vitest'
import { validateXML } from 'xmllint-wasm'
import { metadataJson, metadataXml } from './metadata'

/** What both descriptions say of the tables, as one of them is read. */
interface Described {
  columns: Record<string, Record<string, string>>
  keys: Record<string, string[]>
  sets: Record<string, string>
}

/** Every type that is named, and is none of OData's own, is described. */
function expectKnownTypes({ columns, sets }: Described) {
  const known = new Set(Object.keys(columns).map((name) => `Lintel.${name}`))
  const named = [...Object.values(columns).flatMap((column) => Object.values(column)), ...Object.values(sets)]
  const edm = new Set(
    ['String', 'Guid', 'Int32', 'Int64', 'Boolean', 'DateTimeOffset', 'Date'].map((name) => `Edm.${name}`),
  )
  for (const type of named) {
    const inner = /^Collection\((.*)\)$/.exec(type)?.[1] ?? type
    expect(known.has(inner) || edm.has(inner), type).toBe(true)
  }
}

/** What of the parser's answer is looked at here; its own types are in a package of their own. */
interface ReadSchema {
  entityTypes: { name: string; entityProperties: { name: string; type: string }[]; keys: { name: string }[] }[]
  complexTypes: { name: string; properties: { name: string; type: string }[] }[]
  entitySets: { name: string; entityTypeName: string }[]
}

function ofXml(): Described {
  const { entityTypes, complexTypes, entitySets } = parse(metadataXml).schema as unknown as ReadSchema
  const types = [...entityTypes.map(({ name, entityProperties }) => [name, entityProperties] as const)]
  const records = complexTypes.map(({ name, properties }) => [name, properties] as const)
  return {
    columns: Object.fromEntries(
      [...types, ...records].map(([name, properties]) => [
        name,
        Object.fromEntries(properties.map(({ name: column, type }) => [column, type])),
      ]),
    ),
    keys: Object.fromEntries(entityTypes.map(({ name, keys }) => [name, keys.map((key) => key.name)])),
    sets: Object.fromEntries(entitySets.map(({ name, entityTypeName }) => [name, entityTypeName])),
  }
}

interface JsonType {
  $Kind: string
  $Key?: string[]
  [column: string]: unknown
}

function ofJson(): Described {
  const { Container, ...types } = metadataJson.Lintel as unknown as Record<string, JsonType>
  const shown = ({ $Type = 'Edm.String', $Collection = false }: { $Type?: string; $Collection?: boolean }) =>
    $Collection ? `Collection(${$Type})` : $Type
  const named = (type: object) => Object.entries(type).filter(([name]) => !name.startsWith('$'))
  return {
    columns: Object.fromEntries(
      Object.entries(types).map(([name, type]) => [
        name,
        Object.fromEntries(named(type).map(([column, value]) => [column, shown(value)])),
      ]),
    ),
    keys: Object.fromEntries(Object.entries(types).flatMap(([name, { $Key }]) => ($Key ? [[name, $Key]] : []))),
    sets: Object.fromEntries(named(Container ?? {}).map(([name, set]) => [name, (set as { $Type: string }).$Type])),
  }
}

test('the description is XML, names no type that it does not have, and says the same in JSON', async () => {
  const { valid, errors } = await validateXML({
    normalization: 'format',
    xml: [{ fileName: 'metadata.xml', contents: metadataXml }],
  })
  expect([valid, errors]).toEqual([true, []])
  const broken = await validateXML({
    normalization: 'format',
    xml: [{ fileName: 'broken.xml', contents: metadataXml.replace('</Schema>', '') }],
  })
  expect(broken.valid).toBe(false)
  expectKnownTypes(ofXml())
  expect(ofXml()).toEqual(ofJson())
  expect(Object.keys(ofXml().sets)).toEqual(Object.keys(feedTables))
})
