import type { AnyCall } from '@lintel/contract/jsonapi/call'
import { jsonApiMediaType } from '@lintel/contract/jsonapi/document'
import type { AnyResource } from '@lintel/contract/jsonapi/resource'
import { type DescribedResponseHeader, isRevalidated, responseHeadersOf, servesRanges } from './openapi-headers'
import { documentOf, pageOf, ref } from './openapi-parts'
import { jsonSchemaOf, type Schema, schemaNameOf } from './openapi-schemas'
import type { Operation, Route, RouteTerms } from './route'

/** The responses of a successful call, by status. */
export function successOfCall(route: Route, call: AnyCall): Record<string, Schema> {
  const { answer, mediaType = 'application/json', otherMediaTypes = [], status } = call
  if (!answer) return { [String(status)]: { description: 'Done' } }
  const names: DescribedResponseHeader[] = [
    ...(isRevalidated(route) || route.terms.versioned ? (['ETag'] as const) : []),
    ...(route.terms.versioned && status === 201 ? (['Location'] as const) : []),
    ...(servesRanges(call) ? (['Accept-Ranges'] as const) : []),
    ...(call.responseHeaders ?? []),
  ]
  const schema = jsonSchemaOf(answer, 'output')
  const content = Object.fromEntries([mediaType, ...otherMediaTypes].map((type) => [type, { schema }]))
  const withHeaders = (sent: readonly DescribedResponseHeader[]) =>
    sent.length > 0 && { headers: responseHeadersOf(sent) }
  return {
    [String(status)]: { description: 'Done', ...withHeaders(names), content },
    ...(servesRanges(call) && {
      '206': { description: 'The part that Range names', ...withHeaders([...names, 'Content-Range']), content },
    }),
    ...(isRevalidated(route) && {
      '304': { description: 'The same as If-None-Match names', ...withHeaders(['ETag']) },
    }),
    ...(answer.safeParse(undefined).success && {
      '204': { description: 'There is nothing to tell', ...withHeaders(names) },
    }),
  }
}

/** The responses of a successful operation of a resource, by status. */
export function successOf(resource: AnyResource, operation: Operation, terms: RouteTerms): Record<string, Schema> {
  const record = ref('schemas', schemaNameOf(resource))
  const content = (schema: Schema) => ({ content: { [jsonApiMediaType]: { schema } } })
  if (operation === 'remove') return { 204: { description: 'Removed' } }
  if (operation === 'list') return { 200: { description: 'One page', ...content(pageOf(record, terms)) } }
  const isCreation = operation === 'create'
  const headers = responseHeadersOf(isCreation ? ['ETag', 'Location'] : ['ETag'])
  return {
    [isCreation ? 201 : 200]: { description: 'The record', headers, ...content(documentOf(record)) },
    ...(operation === 'update' && { 204: { description: 'Changed, and no longer visible to the person' } }),
  }
}
