/** An attribute of a schema (RFC 7643, 7). */
export interface Attribute {
  name: string
  type: 'string' | 'boolean' | 'complex' | 'dateTime' | 'reference'
  description: string
  multiValued?: true
  required?: true
  caseExact?: true
  mutability?: 'readOnly' | 'readWrite' | 'immutable'
  returned?: 'always' | 'default' | 'request' | 'never'
  uniqueness?: 'none' | 'server'
  /** The resource types that a reference may point to. */
  referenceTypes?: readonly string[]
  /** The values that clients are expected to write. */
  canonicalValues?: readonly string[]
  subAttributes?: readonly Attribute[]
}

/** A schema with its supported attributes. */
export interface Schema {
  id: string
  name: string
  description: string
  attributes: readonly Attribute[]
  /** Attributes of the RFC, in lower case, that are accepted but neither stored nor returned. */
  ignoredAttributes: readonly string[]
}

export const userSchemaId = 'urn:ietf:params:scim:schemas:core:2.0:User'
export const groupSchemaId = 'urn:ietf:params:scim:schemas:core:2.0:Group'
export const enterpriseSchemaId = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User'

const values = (description: string): Attribute[] => [
  { name: 'value', type: 'string', description },
  { name: 'type', type: 'string', description: 'What it is for', canonicalValues: ['work', 'mobile', 'home', 'other'] },
  { name: 'primary', type: 'boolean', description: 'True of the one that is kept' },
]

export const userSchema: Schema = {
  id: userSchemaId,
  name: 'User',
  description: 'Somebody of the customer, as its directory knows them',
  attributes: [
    {
      ...{ name: 'userName', type: 'string', required: true, uniqueness: 'server', mutability: 'immutable' },
      description: 'The email address, of a domain that is verified for the customer when somebody is created',
    },
    {
      name: 'name',
      type: 'complex',
      description: 'The name that this customer shows',
      subAttributes: [
        { name: 'formatted', type: 'string', mutability: 'readOnly', description: 'Given name and family name' },
        { name: 'givenName', type: 'string', description: 'First name' },
        { name: 'familyName', type: 'string', description: 'Last name' },
      ],
    },
    { name: 'displayName', type: 'string', mutability: 'readOnly', description: 'The name, or else the email address' },
    { name: 'title', type: 'string', description: 'What the person does' },
    { name: 'active', type: 'boolean', description: 'False takes all access to this customer’s projects at once' },
    {
      ...{ name: 'emails', type: 'complex', multiValued: true, mutability: 'readOnly' },
      description: 'The email address',
      subAttributes: values('The same as userName'),
    },
    {
      ...{ name: 'phoneNumbers', type: 'complex', multiValued: true },
      description: 'The telephone: one is kept, the primary, else that at work, else the first',
      subAttributes: values('The number'),
    },
  ],
  ignoredAttributes: [
    ...['nickname', 'profileurl', 'usertype', 'preferredlanguage', 'locale', 'timezone', 'password', 'ims', 'photos'],
    ...['addresses', 'entitlements', 'roles', 'x509certificates', 'name.middlename', 'name.honorificprefix'],
    ...['name.honorificsuffix', 'groups', 'emails.display', 'phonenumbers.display'],
  ],
}

export const enterpriseSchema: Schema = {
  id: enterpriseSchemaId,
  name: 'EnterpriseUser',
  description: 'Where somebody works',
  attributes: [{ name: 'organization', type: 'string', description: 'Name of one of the customer’s organizations' }],
  ignoredAttributes: ['employeenumber', 'costcenter', 'division', 'department', 'manager'],
}

/** The members of a group: users of the directory. */
export const membersAttribute: Attribute = {
  ...{ name: 'members', type: 'complex', multiValued: true },
  description: 'The people of the group',
  subAttributes: [
    { name: 'value', type: 'string', caseExact: true, mutability: 'immutable', description: 'The id of a user' },
    {
      ...{ name: '$ref', type: 'reference', caseExact: true, mutability: 'readOnly', referenceTypes: ['User'] },
      description: 'The address of the user',
    },
    { name: 'display', type: 'string', mutability: 'readOnly', description: 'The name, or else the email address' },
    { name: 'type', type: 'string', mutability: 'readOnly', description: 'Always “User”' },
  ],
}

export const groupSchema: Schema = {
  id: groupSchemaId,
  name: 'Group',
  description: 'A group of the customer’s directory; which projects it opens is said at the customer',
  attributes: [
    {
      ...{ name: 'displayName', type: 'string', required: true, uniqueness: 'server' },
      description: 'The name, once at a customer',
    },
    membersAttribute,
  ],
  ignoredAttributes: [],
}

/** The attributes that every resource has (RFC 7643, 3.1). */
export const commonAttributes: readonly Attribute[] = [
  {
    ...{ name: 'id', type: 'string', caseExact: true, mutability: 'readOnly', returned: 'always' },
    description: 'The id here',
  },
  { name: 'externalId', type: 'string', caseExact: true, description: 'The id in the directory' },
  {
    ...{ name: 'meta', type: 'complex', mutability: 'readOnly' },
    description: 'When it was made and changed',
    subAttributes: [
      { name: 'created', type: 'dateTime', mutability: 'readOnly', description: 'When it was made' },
      { name: 'lastModified', type: 'dateTime', mutability: 'readOnly', description: 'When it was changed last' },
    ],
  },
]

/** An attribute as `/Schemas` returns it (RFC 7643, 7), with all defaults. */
export const describeAttribute = (attribute: Attribute): Record<string, unknown> => ({
  name: attribute.name,
  type: attribute.type,
  multiValued: attribute.multiValued ?? false,
  description: attribute.description,
  required: attribute.required ?? false,
  ...(['string', 'reference'].includes(attribute.type) && { caseExact: attribute.caseExact ?? false }),
  ...(attribute.referenceTypes && { referenceTypes: attribute.referenceTypes }),
  ...(attribute.canonicalValues && { canonicalValues: attribute.canonicalValues }),
  mutability: attribute.mutability ?? 'readWrite',
  returned: attribute.returned ?? 'default',
  uniqueness: attribute.uniqueness ?? 'none',
  ...(attribute.subAttributes && { subAttributes: attribute.subAttributes.map(describeAttribute) }),
})

/** The attribute of that name, case-insensitive. */
export const findAttribute = (attributes: readonly Attribute[], name: string): Attribute | undefined =>
  attributes.find((attribute) => attribute.name.toLowerCase() === name.toLowerCase())
