import {
  listScimResourceTypes,
  listScimSchemas,
  readScimResourceType,
  readScimSchema,
  readServiceProviderConfig,
} from '@lintel/contract/people/scim'
import { Problem } from '@lintel/contract/problems'
import { answer } from '../../platform/answer'
import type { Route } from '../../platform/route'
import { listOf, type OfOne, rootOf, terms } from './scim-answer'
import { resourceTypes, schemas, serviceProviderConfig } from './scim-discovery'
import type { Document } from './scim-patch'

/** What SCIM 2.0 (RFC 7643, 7644) offers to the directory of a customer. */
export const scimRoutes = (): Route[] => [
  answer(readServiceProviderConfig, {
    ...terms,
    run: async (context, input) => serviceProviderConfig(rootOf(context, input)),
  }),
  answer(listScimResourceTypes, {
    ...terms,
    run: async (context, input) => listOf(resourceTypes(rootOf(context, input))),
  }),
  answer(readScimResourceType, {
    ...terms,
    run: async (context, input) => named(resourceTypes(rootOf(context, input)), input),
  }),
  answer(listScimSchemas, { ...terms, run: async (context, input) => listOf(schemas(rootOf(context, input))) }),
  answer(readScimSchema, { ...terms, run: async (context, input) => named(schemas(rootOf(context, input)), input) }),
]

function named(documents: readonly Document[], { parameters: { id } }: OfOne): Document {
  const found = documents.find((document) => document.id === id)
  if (!found) throw new Problem('notFound')
  return found
}
