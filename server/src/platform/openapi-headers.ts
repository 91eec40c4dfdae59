import type { AnyCall, RequestHeader, ResponseHeader } from '@lintel/contract/jsonapi/call'
import { ref } from './openapi-parts'
import type { Schema } from './openapi-schemas'
import type { Route } from './route'

const text = { type: 'string' }

/** A described request header: one that only some calls evaluate, or one of conditional requests and of ranges. */
type DescribedRequestHeader = RequestHeader | 'If-Match' | 'If-None-Match' | 'If-Range' | 'Range'

const requestHeaders: Readonly<Record<DescribedRequestHeader, Schema>> = {
  'Content-Digest': {
    description: 'The digest of the bytes (RFC 9530, `sha-256`); 400 when they differ',
    schema: text,
  },
  'Idempotency-Key': {
    description: 'A value of the client, which a repeated request sends again, so that it creates nothing more',
    schema: { type: 'string', minLength: 8, maxLength: 255 },
  },
  'If-Match': { description: 'The ETag that was read; 412 when it has changed since', schema: text },
  'If-None-Match': {
    description: 'The ETag of what was answered last; 304 when it is still the same',
    schema: text,
  },
  'If-Range': { description: 'The ETag of the part that is known; the whole when it has changed since', schema: text },
  'Last-Event-ID': { description: 'The id of the last event that was received: resume after it', schema: text },
  'OData-MaxVersion': { description: 'The newest version of OData that the client reads', schema: text },
  Prefer: { description: '`odata.maxpagesize=N`: at most so many rows on a page', schema: text },
  Range: { description: 'One range of bytes (RFC 9110, 14.2), answered with 206', schema: text },
}

const componentName = (header: string) => header.replaceAll('-', '')

/** The parameters of all request headers, as components. */
export const headerParameters: Readonly<Record<string, Schema>> = Object.fromEntries(
  Object.entries(requestHeaders).map(([name, described]) => [
    componentName(name),
    { name, in: 'header', ...described },
  ]),
)

/** The parameter of a request header. */
export const headerParameter = (header: DescribedRequestHeader): Schema => ref('parameters', componentName(header))

/** Does the call send ranges of its answer? */
export const servesRanges = ({ problems }: AnyCall): boolean => problems?.includes('rangeNotSatisfiable') === true

/** Does the route support `If-None-Match`? */
export const isRevalidated = ({ method, terms }: Route): boolean =>
  terms.revalidates === true || (terms.versioned === true && method === 'GET')

/** The parameters of the request headers that a call evaluates. */
export function requestHeadersOf(route: Route, call: AnyCall): Schema[] {
  const { method, terms } = route
  const isConditional = terms.versioned && (call.problems?.includes('stale') || method !== 'GET') && call.status !== 201
  const names: DescribedRequestHeader[] = [
    ...(isRevalidated(route) ? (['If-None-Match'] as const) : []),
    ...(isConditional ? (['If-Match'] as const) : []),
    ...(servesRanges(call) ? (['Range', 'If-Range'] as const) : []),
    ...(call.requestHeaders ?? []),
  ]
  return names.map(headerParameter)
}

/** A described response header: one that only some calls send, or one of versions, of creations and of ranges. */
export type DescribedResponseHeader = ResponseHeader | 'Accept-Ranges' | 'Content-Range' | 'ETag' | 'Location'

const responseHeaders: Readonly<Record<DescribedResponseHeader, Schema>> = {
  'Accept-Ranges': { description: 'The unit of ranges', schema: { const: 'bytes' } },
  'Content-Range': { description: 'Which bytes of how many', schema: text },
  ETag: { description: 'The version, for conditional requests', schema: text },
  Location: { description: 'The address of what was created', schema: text },
  'OData-Version': { description: 'The version of OData of the answer', schema: text },
  'Omitted-Projects': {
    description: 'How many projects of the customer are left out, since their login methods ask for another sign-in',
    schema: { type: 'integer', minimum: 0 },
  },
  'Preference-Applied': { description: 'The part of `Prefer` that was followed', schema: text },
}

/** These headers of a response, by name. */
export const responseHeadersOf = (names: readonly DescribedResponseHeader[]): Record<string, Schema> =>
  Object.fromEntries(names.map((name) => [name, responseHeaders[name]]))
