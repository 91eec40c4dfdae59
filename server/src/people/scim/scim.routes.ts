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
import { listOf, type OfCustomer, type OfOne, rootOf, terms } from './scim-answer'
import { resourceTypes, schemas, serviceProviderConfig } from './scim-discovery'
import type { Document } from './scim-patch'

/** What SCIM 2.0 (RFC 7643, 7644) offers to the directory of a customer. */
export const scimRoutes = (): Route[] => [
  answer(readServiceProviderConfig, {
    ...terms,
    run: async (context, input) => serviceProviderConfig(rootUnfiltered(context, input)),
  }),
  answer(listScimResourceTypes, {
    ...terms,
    run: async (context, input) => listOf(resourceTypes(rootUnfiltered(context, input))),
  }),
  answer(readScimResourceType, {
    ...terms,
    run: async (context, input) => named(resourceTypes(rootOf(context, input)), input),
  }),
  answer(listScimSchemas, {
    ...terms,
    run: async (context, input) => listOf(schemas(rootUnfiltered(context, input))),
  }),
  answer(readScimSchema, { ...terms, run: async (context, input) => named(schemas(rootOf(context, input)), input) }),
]

/** Descriptions are told whole: a client that filters them would take the others for missing (RFC 7644, 4). */
function rootUnfiltered(context: Context, input: OfCustomer & { query: ScimListQuery }): string {
  if (input.query.filter !== undefined) throw new Problem('forbidden', { detail: 'Descriptions are not filtered' })
  return rootOf(context, input)
}

function named(documents: readonly Document[], { parameters: { id } }: OfOne): Document {
  const found = documents.find((document) => document.id === id)
  if (!found) throw new Problem('notFound')
  return found
}
