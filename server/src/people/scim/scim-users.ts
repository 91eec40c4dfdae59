import { line, newEmail } from '@lintel/contract/jsonapi/fields'
import { personName, phone } from '@lintel/contract/people/user-profiles'
import type { Document, Patching } from './scim-patch'
import { patched } from './scim-patch'
import { commonAttributes, enterpriseSchema, enterpriseSchemaId, userSchema, userSchemaId } from './scim-schema'
import type { ScimUserRow } from './scim-users.store'
import { optional, required } from './scim-value'

/** How users are patched. */
export const userPatching: Patching = {
  schema: userSchemaId,
  attributes: [...commonAttributes, ...userSchema.attributes],
  extension: enterpriseSchema,
  notKept: userSchema.notKept,
}

/** What a directory says of somebody, read and checked. */
export interface ScimUser {
  email: string
  externalId: string | null
  firstName: string | null
  lastName: string | null
  title: string | null
  phone: string | null
  /** What the telephone is for: "work", "mobile"; null without one. */
  phoneType: string | null
  /** Name of an organization. */
  organization: string | null
  active: boolean
}

/** Somebody as JSON, at the address of the customer's directory (`…/scim/{customer}/v2`). */
export function userDocument(row: ScimUserRow, root: string): Document {
  const { firstName, lastName, email } = row
  const formatted = [firstName, lastName].filter(Boolean).join(' ')
  return {
    schemas: [userSchemaId, ...(row.organization === null ? [] : [enterpriseSchemaId])],
    id: row.id,
    ...(row.externalId !== null && { externalId: row.externalId }),
    userName: email,
    name: {
      ...(formatted !== '' && { formatted }),
      ...(firstName !== null && { givenName: firstName }),
      ...(lastName !== null && { familyName: lastName }),
    },
    displayName: formatted === '' ? email : formatted,
    ...(row.title !== null && { title: row.title }),
    active: row.active,
    emails: [{ value: email, type: 'work', primary: true }],
    ...(row.phone !== null && { phoneNumbers: [{ value: row.phone, type: row.phoneType ?? 'work', primary: true }] }),
    ...(row.organization !== null && { [enterpriseSchemaId]: { organization: row.organization } }),
    meta: {
      resourceType: 'User',
      created: new Date(row.createdAt).toISOString(),
      lastModified: new Date(row.updatedAt).toISOString(),
      location: `${root}/Users/${row.id}`,
      version: `W/"${row.version}"`,
    },
  }
}

/**
 * Reads what a directory sends as a whole user; one that says nothing of `active` leaves it as it was. Its attributes are taken one by one
 * as a patch of nothing would set them, so that both ways read alike. Throws `invalidValue` naming the attribute.
 */
export function readUser(body: Document, wasActive: boolean): ScimUser {
  const own = Object.entries(body).filter(([name]) => !['schemas', 'id', 'meta'].includes(name.toLowerCase()))
  return toUser(
    patched({}, [{ op: 'add', value: Object.fromEntries(own) }], { ...userPatching, isWhole: true }),
    wasActive,
  )
}

/** A user as JSON, as it is to be stored. */
export function toUser(document: Document, wasActive: boolean): ScimUser {
  const name = objectOf(document.name)
  const telephones = Array.isArray(document.phoneNumbers) ? document.phoneNumbers.map(objectOf) : []
  const telephone =
    telephones.find(({ primary }) => primary === true) ??
    telephones.find(({ type }) => type === 'work') ??
    telephones[0]
  const number = optional('phoneNumbers', phone, telephone?.value)
  return {
    email: required('userName', newEmail, document.userName),
    externalId: optional('externalId', line(254), document.externalId),
    firstName: optional('name.givenName', personName, name.givenName),
    lastName: optional('name.familyName', personName, name.familyName),
    title: optional('title', line(100), document.title),
    phone: number,
    phoneType: number === null ? null : (optional('phoneNumbers.type', line(50), telephone?.type) ?? 'work'),
    organization: optional('organization', line(), objectOf(document[enterpriseSchemaId]).organization),
    active: typeof document.active === 'boolean' ? document.active : wasActive,
  }
}

const objectOf = (value: unknown): Document =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Document) : {}
