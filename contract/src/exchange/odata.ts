import { z } from 'zod'
import { call } from '../jsonapi/call'

/** The most rows of a page, and how many there are when nobody says. */
export const largestODataPage = 5_000
export const usualODataPage = 1_000

/** The most characters of a `$filter`. */
export const longestFilter = 4_000

const customer = z.string()
/** What begins with `$` and is not named here is answered 501; what does not begin with it is nobody's here. */
const format = z.string().optional()
const problems = ['notFound', 'loginMethodRequired', 'invalidParameter', 'notImplemented', 'notAcceptable'] as const
const reading = { method: 'GET', problems } as const

/** The list of tables (OData 4.01, chapter 11.1.1). */
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

/** What the tables hold, as CSDL in XML or JSON. */
export const readODataMetadata = call({
  ...reading,
  path: '/odata/{customer}/$metadata',
  summary: 'The description of the tables for OData clients, as CSDL in XML or JSON',
  parameters: z.object({ customer }),
  query: z.looseObject({ $format: format }),
  answer: z.string(),
  mediaType: 'application/xml',
})

const narrowing = { $filter: z.string().optional(), $format: format }

/** A page of a table, or the one row whose key stands in parentheses behind its name. */
export const readODataTable = call({
  ...reading,
  problems: [...problems, 'invalidCursor'],
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
    '@odata.count': z.int().optional(),
    '@odata.nextLink': z.string().optional(),
    value: z.array(z.looseObject({})).optional(),
  }),
})

/** How many rows a table has, as a plain number. */
export const countODataTable = call({
  ...reading,
  path: '/odata/{customer}/{table}/$count',
  summary: 'How many rows of a table there are, for OData clients',
  parameters: z.object({ customer, table: z.string() }),
  query: z.looseObject(narrowing),
  answer: z.string(),
  mediaType: 'text/plain',
})
