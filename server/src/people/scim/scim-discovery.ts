import { scimMaxPageSize } from '@lintel/contract/people/scim'
import type { Document } from './scim-patch'
import {
  commonAttributes,
  describeAttribute,
  enterpriseSchema,
  enterpriseSchemaId,
  groupSchema,
  groupSchemaId,
  type Schema,
  userSchema,
  userSchemaId,
} from './scim-schema'

/** The service provider configuration (RFC 7643, 5) at the base URL of a customer's SCIM service. */
export const serviceProviderConfig = (root: string): Document => ({
  schemas: ['urn:ietf:params:scim:schemas:core:2.0:ServiceProviderConfig'],
  patch: { supported: true },
  bulk: { supported: false, maxOperations: 0, maxPayloadSize: 0 },
  filter: { supported: true, maxResults: scimMaxPageSize },
  changePassword: { supported: false },
  sort: { supported: true },
  etag: { supported: true },
  authenticationSchemes: [
    {
      type: 'oauthbearertoken',
      name: 'API token',
      description: 'The token of an API user with the scope scim, as a bearer token (RFC 6750)',
      primary: true,
    },
  ],
  meta: { resourceType: 'ServiceProviderConfig', location: `${root}/ServiceProviderConfig` },
})

export const resourceTypes = (root: string): Document[] => [
  {
    schemas: ['urn:ietf:params:scim:schemas:core:2.0:ResourceType'],
    id: 'User',
    name: 'User',
    endpoint: '/Users',
    description: userSchema.description,
    schema: userSchemaId,
    schemaExtensions: [{ schema: enterpriseSchemaId, required: false }],
    meta: { resourceType: 'ResourceType', location: `${root}/ResourceTypes/User` },
  },
  {
    schemas: ['urn:ietf:params:scim:schemas:core:2.0:ResourceType'],
    id: 'Group',
    name: 'Group',
    endpoint: '/Groups',
    description: groupSchema.description,
    schema: groupSchemaId,
    meta: { resourceType: 'ResourceType', location: `${root}/ResourceTypes/Group` },
  },
]

export const schemas = (root: string): Document[] =>
  [userSchema, groupSchema, enterpriseSchema].map((schema) => describeSchema(schema, root))

const describeSchema = ({ id, name, description, attributes }: Schema, root: string): Document => ({
  schemas: ['urn:ietf:params:scim:schemas:core:2.0:Schema'],
  id,
  name,
  description,
  attributes: [
    ...(id === enterpriseSchemaId ? [] : commonAttributes.filter((one) => one.name === 'externalId')),
    ...attributes,
  ].map(describeAttribute),
  meta: { resourceType: 'Schema', location: `${root}/Schemas/${id}` },
})
