import { type FeedColumn, type FeedTable, feedRecords, feedTables } from '@lintel/contract/exchange/feed-tables'

const namespace = 'Lintel'
const capabilities = 'Org.OData.Capabilities.V1'
const capabilitiesAt = 'https://oasis-tcs.github.io/odata-vocabularies/vocabularies/Org.OData.Capabilities.V1'

const isRecord = (type: string) => Object.hasOwn(feedRecords, type)
const typeName = ({ type }: FeedColumn) => (isRecord(type) ? `${namespace}.${type}` : `Edm.${type}`)
const tables: [string, FeedTable][] = Object.entries(feedTables)
const records: [string, Record<string, FeedColumn>][] = Object.entries(feedRecords)

/** Capability annotations, so that clients do the unsupported operations themselves. */
const supportedFeatures = {
  SkipSupported: false,
  TopSupported: true,
  SearchRestrictions: { Searchable: false },
  ExpandRestrictions: { Expandable: false },
  CountRestrictions: { Countable: true },
  InsertRestrictions: { Insertable: false },
  UpdateRestrictions: { Updatable: false },
  DeleteRestrictions: { Deletable: false },
} as const

/** The metadata as CSDL XML 4.0, which every OData 4 client reads. */
export const metadataXml = `<?xml version="1.0" encoding="UTF-8"?>
<edmx:Edmx xmlns:edmx="http://docs.oasis-open.org/odata/ns/edmx" Version="4.0">
  <edmx:Reference Uri="${capabilitiesAt}.xml"><edmx:Include Namespace="${capabilities}" Alias="Capabilities"/></edmx:Reference>
  <edmx:DataServices>
    <Schema xmlns="http://docs.oasis-open.org/odata/ns/edm" Namespace="${namespace}">
${[...records.map(recordXml), ...tables.map(entityXml)].join('\n')}
      <EntityContainer Name="Container">
${tables.map(setXml).join('\n')}
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

function setXml([name, { entity }]: [string, FeedTable]): string {
  const annotations = Object.entries(supportedFeatures).map(
    ([term, value]) => `          ${annotationXml(term, value)}`,
  )
  return `        <EntitySet Name="${name}" EntityType="${namespace}.${entity}">\n${annotations.join('\n')}\n        </EntitySet>`
}

function annotationXml(term: string, value: boolean | Record<string, boolean>): string {
  const begin = `<Annotation Term="Capabilities.${term}"`
  if (typeof value === 'boolean') return `${begin} Bool="${value}"/>`
  const values = Object.entries(value).map(([name, bool]) => `<PropertyValue Property="${name}" Bool="${bool}"/>`)
  return `${begin}><Record>${values.join('')}</Record></Annotation>`
}

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
        tables.map(([name, { entity }]) => [
          name,
          {
            $Collection: true,
            $Type: `${namespace}.${entity}`,
            ...Object.fromEntries(
              Object.entries(supportedFeatures).map(([term, value]) => [`@Capabilities.${term}`, value]),
            ),
          },
        ]),
      ),
    },
  },
}
