import { type FeedColumn, type FeedTable, feedRecords, feedTables } from '@lintel/contract/exchange/feed-tables'
import { filterFunctions, filterOperators } from './filter-terms.store'

const namespace = 'Lintel'
const capabilities = 'Org.OData.Capabilities.V1'
const capabilitiesAt = 'https://oasis-tcs.github.io/odata-vocabularies/vocabularies/Org.OData.Capabilities.V1'

const isRecord = (type: string) => Object.hasOwn(feedRecords, type)
const typeName = ({ type }: FeedColumn) => (isRecord(type) ? `${namespace}.${type}` : `Edm.${type}`)
const tables: [string, FeedTable][] = Object.entries(feedTables)
const records: [string, Record<string, FeedColumn>][] = Object.entries(feedRecords)

/** Values of capability annotations by term. A list in a record names columns. */
type Annotations = Readonly<
  Record<string, boolean | readonly string[] | Readonly<Record<string, boolean | readonly string[]>>>
>

/** Capabilities of the whole service. Clients do the unsupported operations themselves. */
const serviceCapabilities: Annotations = {
  BatchSupported: false,
  FilterFunctions: [...filterOperators, ...Object.keys(filterFunctions)],
}

/** Capabilities of every table. */
const tableCapabilities = {
  SkipSupported: false,
  TopSupported: true,
  SearchRestrictions: { Searchable: false },
  ExpandRestrictions: { Expandable: false },
  CountRestrictions: { Countable: true },
  InsertRestrictions: { Insertable: false },
  UpdateRestrictions: { Updatable: false },
  DeleteRestrictions: { Deletable: false },
} as const

/** Capabilities of one table. Lists can be neither filtered nor sorted by; of a record, its fields can. */
function capabilitiesOf({ columns }: FeedTable): Annotations {
  const lists = Object.keys(columns).filter((name) => columns[name]?.isList)
  return {
    ...tableCapabilities,
    FilterRestrictions: { Filterable: true, NonFilterableProperties: lists },
    SortRestrictions: { Sortable: true, NonSortableProperties: lists },
  }
}

/** The metadata as CSDL XML 4.0, which every OData 4 client reads. */
export const metadataXml = `<?xml version="1.0" encoding="UTF-8"?>
<edmx:Edmx xmlns:edmx="http://docs.oasis-open.org/odata/ns/edmx" Version="4.0">
  <edmx:Reference Uri="${capabilitiesAt}.xml"><edmx:Include Namespace="${capabilities}" Alias="Capabilities"/></edmx:Reference>
  <edmx:DataServices>
    <Schema xmlns="http://docs.oasis-open.org/odata/ns/edm" Namespace="${namespace}">
${[...records.map(recordXml), ...tables.map(entityXml)].join('\n')}
      <EntityContainer Name="Container">
${tables.map(setXml).join('\n')}
${annotationsXml(serviceCapabilities, '        ')}
      </EntityContainer>
    </Schema>
  </edmx:DataServices>
</edmx:Edmx>
`

function propertiesXml(columns: Readonly<Record<string, FeedColumn>>): string {
  return Object.entries(columns)
    .map(([name, column]) => {
      const type = column.isList ? `Collection(${typeName(column)})` : typeName(column)
      const precision = column.type === 'DateTimeOffset' ? ' Precision="3"' : ''
      return `        <Property Name="${name}" Type="${type}" Nullable="${column.isNullable}"${precision}/>`
    })
    .join('\n')
}

function recordXml([name, columns]: [string, Record<string, FeedColumn>]): string {
  return `      <ComplexType Name="${name}">\n${propertiesXml(columns)}\n      </ComplexType>`
}

function entityXml([, { entity, key, columns }]: [string, FeedTable]): string {
  const keys = key.map((name) => `<PropertyRef Name="${name}"/>`).join('')
  return `      <EntityType Name="${entity}">\n        <Key>${keys}</Key>\n${propertiesXml(columns)}\n      </EntityType>`
}

function setXml([name, table]: [string, FeedTable]): string {
  const annotations = annotationsXml(capabilitiesOf(table), '          ')
  return `        <EntitySet Name="${name}" EntityType="${namespace}.${table.entity}">\n${annotations}\n        </EntitySet>`
}

function annotationsXml(annotations: Annotations, indent: string): string {
  return Object.entries(annotations)
    .map(([term, value]) => {
      const begin = `${indent}<Annotation Term="Capabilities.${term}"`
      if (typeof value === 'boolean') return `${begin} Bool="${value}"/>`
      const inner = isTextList(value) ? collectionXml('String', value) : recordValueXml(value)
      return `${begin}>${inner}</Annotation>`
    })
    .join('\n')
}

function recordValueXml(fields: Readonly<Record<string, boolean | readonly string[]>>): string {
  const values = Object.entries(fields).map(([name, value]) =>
    typeof value === 'boolean'
      ? `<PropertyValue Property="${name}" Bool="${value}"/>`
      : `<PropertyValue Property="${name}">${collectionXml('PropertyPath', value)}</PropertyValue>`,
  )
  return `<Record>${values.join('')}</Record>`
}

function isTextList(value: object): value is readonly string[] {
  return Array.isArray(value)
}

function collectionXml(element: 'String' | 'PropertyPath', values: readonly string[]): string {
  return `<Collection>${values.map((value) => `<${element}>${value}</${element}>`).join('')}</Collection>`
}

const annotationsJson = (annotations: Annotations) =>
  Object.fromEntries(Object.entries(annotations).map(([term, value]) => [`@Capabilities.${term}`, value]))

const propertiesJson = (columns: Readonly<Record<string, FeedColumn>>) =>
  Object.fromEntries(
    Object.entries(columns).map(([name, column]) => [
      name,
      {
        ...(column.isList && { $Collection: true }),
        ...(column.type !== 'String' && { $Type: typeName(column) }),
        ...(column.isNullable && { $Nullable: true }),
        ...(column.type === 'DateTimeOffset' && { $Precision: 3 }),
      },
    ]),
  )

/** The metadata as CSDL JSON, which exists since version 4.01. */
export const metadataJson = {
  $Version: '4.01',
  $EntityContainer: `${namespace}.Container`,
  $Reference: { [`${capabilitiesAt}.json`]: { $Include: [{ $Namespace: capabilities, $Alias: 'Capabilities' }] } },
  [namespace]: {
    ...Object.fromEntries(
      records.map(([name, columns]) => [name, { $Kind: 'ComplexType', ...propertiesJson(columns) }]),
    ),
    ...Object.fromEntries(
      tables.map(([, { entity, key, columns }]) => [
        entity,
        { $Kind: 'EntityType', $Key: [...key], ...propertiesJson(columns) },
      ]),
    ),
    Container: {
      $Kind: 'EntityContainer',
      ...Object.fromEntries(
        tables.map(([name, table]) => [
          name,
          { $Collection: true, $Type: `${namespace}.${table.entity}`, ...annotationsJson(capabilitiesOf(table)) },
        ]),
      ),
      ...annotationsJson(serviceCapabilities),
    },
  },
}
