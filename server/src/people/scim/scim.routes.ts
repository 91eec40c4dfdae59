import {
  listScimResourceTypes,
  listScimSchemas,
  readScimResourceType,
  readScimSchema,
  readServiceProviderConfig,
  type ScimListQuery,
} from '@lintel/contract/people/scim'
import { Problem } from '@lintel/contract/problems'
import { answer } from '../../platform/answer'
import type { Context } from '../../platform/context'
import type { Route } from '../../platform/route'
import { resourceTypes, schemas, serviceProviderConfig } from './scim-discovery'
import type { Document } from './scim-patch'
import { type CustomerInput, listResponse, type ResourceInput, rootUrl, routeTerms } from './scim-protocol'

/** The discovery endpoints of SCIM 2.0 (RFC 7643, 7644) for the directory of a customer. */
export const scimRoutes = (): Route[] => [
  answer(readServiceProviderConfig, {
    ...routeTerms,
    run: async (context, input) => serviceProviderConfig(rootUrlUnfiltered(context, input)),
  }),
  answer(listScimResourceTypes, {
    ...routeTerms,
    run: async (context, input) => listResponse(resourceTypes(rootUrlUnfiltered(context, input))),
  }),
  answer(readScimResourceType, {
    ...routeTerms,
    run: async (context, input) => findById(resourceTypes(rootUrl(context, input)), input),
  }),
  answer(listScimSchemas, {
    ...routeTerms,
    run: async (context, input) => listResponse(schemas(rootUrlUnfiltered(context, input))),
  }),
  answer(readScimSchema, {
    ...routeTerms,
    run: async (context, input) => findById(schemas(rootUrl(context, input)), input),
  }),
]

/** Throws 403 if a filter is given, as RFC 7644 (4) requires: a client that filtered the descriptions would take the others for missing. */
function rootUrlUnfiltered(context: Context, input: CustomerInput & { query: ScimListQuery }): string {
  if (input.query.filter !== undefined) throw new Problem('forbidden', { detail: 'Descriptions are not filtered' })
  return rootUrl(context, input)
}

function findById(documents: readonly Document[], { parameters: { id } }: ResourceInput): Document {
  const found = documents.find((document) => document.id === id)
  if (!found) throw new Problem('notFound')
  return found
}
