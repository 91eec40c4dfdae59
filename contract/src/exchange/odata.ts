import { z } from 'zod'
import { call } from '../jsonapi/call'
import { fileContent } from '../jsonapi/fields'

/** Maximum and default number of rows of a page. */
export const maxODataPageSize = 5_000
export const defaultODataPageSize = 1_000

/** Maximum length of a `$filter`. */
export const maxFilterLength = 4_000

const customer = z.string()
/** Unsupported system query options (`$…`) are answered by 501; other parameters are ignored. */
const format = z.string().optional()
const problems = ['notFound', 'loginMethodRequired', 'invalidParameter', 'notImplemented', 'notAcceptable'] as const
const versionHeaders = { requestHeaders: ['OData-MaxVersion'], responseHeaders: ['OData-Version'] } as const
const reading = { method: 'GET', problems, ...versionHeaders } as const

/** The service document (OData 4.01, chapter 11.1.1). */
export const readODataService = call({
  ...reading,
  path: '/odata/{customer}',
  summary: 'The tables of a customer that OData clients read',
  parameters: z.object({ customer }),
  query: z.looseObject({ $format: format }),
  answer: z.object({
    '@odata.context': z.string(),
    value: z.array(z.object({ name: z.string(), kind: z.literal('EntitySet'), url: z.string() })),
  }),
})

/** The metadata document, as CSDL in XML or JSON. */
export const readODataMetadata = call({
  ...reading,
  path: '/odata/{customer}/$metadata',
  summary: 'The description of the tables for OData clients, as CSDL in XML or JSON',
  parameters: z.object({ customer }),
  query: z.looseObject({ $format: format }),
  answer: fileContent,
  mediaType: 'application/xml',
  otherMediaTypes: ['application/json'],
})

const narrowing = { $filter: z.string().optional(), $format: format }

/** A page of a table, or the row whose key is in parentheses after its name. */
export const readODataTable = call({
  ...reading,
  problems: [...problems, 'invalidCursor'],
  requestHeaders: [...versionHeaders.requestHeaders, 'Prefer'],
  responseHeaders: [...versionHeaders.responseHeaders, 'Preference-Applied'],
  path: '/odata/{customer}/{table}',
  summary: 'A page of a table, for OData clients',
  parameters: z.object({ customer, table: z.string() }),
  query: z.looseObject({
    ...narrowing,
    $select: z.string().optional(),
    $orderby: z.string().optional(),
    $top: z.string().optional(),
    $count: z.string().optional(),
    $skiptoken: z.string().optional(),
  }),
  answer: z.looseObject({
    '@odata.context': z.string(),
    '@odata.count': z.union([z.int(), z.string()]).optional(),
    '@odata.nextLink': z.string().optional(),
    value: z.array(z.looseObject({})).optional(),
  }),
})

/** The number of rows of a table, as plain text. */
export const countODataTable = call({
  ...reading,
  path: '/odata/{customer}/{table}/$count',
  summary: 'How many rows of a table there are, for OData clients',
  parameters: z.object({ customer, table: z.string() }),
  query: z.looseObject(narrowing),
  answer: z.string(),
  mediaType: 'text/plain',
})
