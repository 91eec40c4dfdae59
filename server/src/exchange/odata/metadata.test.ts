import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { feedTables } from '@lintel/contract/exchange/feed-tables'
import { parse } from '@sap-ux/edmx-parser'
import { Ajv } from 'ajv'
import csdl from 'odata-csdl'
import { expect, test } from 'vitest'
import { validateXML } from 'xmllint-wasm'
import { metadataJson, metadataXml } from './metadata'

/** The table metadata of both formats, parsed into a common form. */
interface Described {
  columns: Record<string, Record<string, string>>
  keys: Record<string, string[]>
  sets: Record<string, string>
}

/** Expects every referenced non-EDM type to be defined. */
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

/** The used part of the parser's result; its types are in a separate package. */
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
  const named = (type: object) => Object.entries(type).filter(([name]) => !/^[$@]/.test(name))
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

/** The OASIS schema of OData 4.01 metadata, which 4.0 metadata satisfies as well. */
const oasisSchema = (name: string) => ({
  fileName: name,
  contents: readFileSync(fileURLToPath(import.meta.resolve(`odata-csdl/schemas/${name}`)), 'utf8'),
})

/** Validation errors of XML metadata against the OASIS schemas. */
async function faultsOfXml(contents: string): Promise<readonly unknown[]> {
  const { valid, errors } = await validateXML({
    normalization: 'format',
    xml: [{ fileName: 'metadata.xml', contents }],
    schema: [oasisSchema('edmx.xsd')],
    preload: [oasisSchema('edm.xsd')],
  })
  return valid ? [] : errors
}

/** Validation errors of JSON metadata against the OASIS schema. */
function faultsOfJson(description: unknown): readonly unknown[] {
  // The schema uses formats that its patterns already cover, and keywords of its own.
  const check = new Ajv({ strict: false, validateFormats: false, allErrors: true }).compile(
    JSON.parse(oasisSchema('csdl.schema.json').contents),
  )
  return check(description) ? [] : (check.errors ?? [])
}

test('the description names no type that it does not have, and says the same in XML and in JSON', () => {
  expectKnownTypes(ofXml())
  expect(ofXml()).toEqual(ofJson())
  expect(Object.keys(ofXml().sets)).toEqual(Object.keys(feedTables))
})

test('the description says what is filtered by, which columns are not, and that there are no batches', () => {
  const { Container } = metadataJson.Lintel as unknown as Record<string, Record<string, unknown>>
  expect(Container).toMatchObject({
    '@Capabilities.BatchSupported': false,
    '@Capabilities.FilterFunctions': expect.arrayContaining(['eq', 'le', 'and', 'not', 'contains', 'date']),
    topics: {
      '@Capabilities.FilterRestrictions': { NonFilterableProperties: ['labels'] },
      '@Capabilities.SortRestrictions': { NonSortableProperties: ['labels'] },
    },
    // Its numbers of people by level are filtered and sorted by.
    projectStatistics: { '@Capabilities.FilterRestrictions': { NonFilterableProperties: ['features'] } },
  })
  for (const unsupported of ['add', 'in', 'substring', 'any', 'now'])
    expect(Container?.['@Capabilities.FilterFunctions']).not.toContain(unsupported)
})

test('the description in XML is one by the schemas of OASIS, which refuse what is none', async () => {
  expect(await faultsOfXml(metadataXml)).toEqual([])
  for (const [what, broken] of [
    ['an end that is missing', metadataXml.replace('</Schema>', '')],
    ['a property without a type', metadataXml.replace(/(<Property Name="\w+") Type="[^"]*"/, '$1')],
    ['an attribute that there is not', metadataXml.replace('<EntityType ', '<EntityType Plural="true" ')],
    ['a name that is none', metadataXml.replace('<EntityType Name="', '<EntityType Name="1 ')],
    ['a value that is none', metadataXml.replace('Nullable="false"', 'Nullable="no"')],
    [
      'an element in the wrong place',
      metadataXml.replace('<EntityContainer ', '<Property Name="x"/><EntityContainer '),
    ],
  ] as const) {
    expect(broken, what).not.toBe(metadataXml)
    expect(await faultsOfXml(broken), what).not.toEqual([])
  }
})

test('the description in JSON is one by the schema of OASIS, and what their own program makes of that in XML', () => {
  expect(faultsOfJson(metadataJson)).toEqual([])
  expect({ ...csdl.xml2json(metadataXml), $Version: '4.01' }).toEqual(metadataJson)
  const [name = ''] = Object.keys(metadataJson.Lintel)
  for (const broken of [
    { ...metadataJson, $Version: 4 },
    { ...metadataJson, Lintel: { ...metadataJson.Lintel, [name]: { $Kind: 'Table' } } },
    { ...metadataJson, Lintel: { ...metadataJson.Lintel, '1 name': { $Kind: 'EntityType' } } },
  ])
    expect(faultsOfJson(broken)).not.toEqual([])
})
