import { line, newEmail } from '@lintel/contract/jsonapi/fields'
import { personName } from '@lintel/contract/people/user-profiles'
import { telephone } from '../customer-user-profiles/telephone'
import type { Document, Patching } from './scim-patch'
import { patched } from './scim-patch'
import { commonAttributes, enterpriseSchema, enterpriseSchemaId, userSchema, userSchemaId } from './scim-schema'
import type { ScimUserRow } from './scim-users.store'
import { fitted, optional, required } from './scim-value'

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

/** Somebody as they are stored: nothing of it is checked, since it is here already. */
export const storedUser = (row: ScimUserRow): ScimUser => ({
  email: row.email,
  externalId: row.externalId,
  firstName: row.firstName,
  lastName: row.lastName,
  title: row.title,
  phone: row.phone,
  phoneType: row.phone === null ? null : (row.phoneType ?? 'work'),
  organization: row.organization,
  active: row.active,
})

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

/** What is known of somebody before a directory changes them. */
type Stored = Pick<ScimUserRow, 'email' | 'active'>

/**
 * Reads what a directory sends as a whole user; one that says nothing of `active` leaves it as it was. Its attributes are taken one by one
 * as a patch of nothing would set them, so that both ways read alike. Throws `invalidValue` naming the attribute.
 */
export function readUser(body: Document, stored?: Stored): ScimUser {
  const own = Object.entries(body).filter(([name]) => !['schemas', 'id', 'meta'].includes(name.toLowerCase()))
  return toUser(
    patched({}, [{ op: 'add', value: Object.fromEntries(own) }], { ...userPatching, isWhole: true }),
    stored,
  )
}

/** A user as JSON, as it is to be stored. */
export function toUser(document: Document, stored?: Stored): ScimUser {
  const name = objectOf(document.name)
  const telephones = Array.isArray(document.phoneNumbers) ? document.phoneNumbers.map(objectOf) : []
  const kept =
    telephones.find(({ primary }) => primary === true) ??
    telephones.find(({ type }) => type === 'work') ??
    telephones[0]
  const phone = (typeof kept?.value === 'string' && telephone(kept.value)) || null
  const active = typeof document.active === 'boolean' ? document.active : (stored?.active ?? true)
  return {
    email: addressOf(document.userName, active, stored),
    externalId: optional('externalId', line(254), document.externalId),
    firstName: fitted(personName, 100, name.givenName),
    lastName: fitted(personName, 100, name.familyName),
    title: fitted(line(100), 100, document.title),
    phone,
    phoneType: phone === null ? null : (fitted(line(50), 50, kept?.type) ?? 'work'),
    organization: fitted(line(200), 200, objectOf(document[enterpriseSchemaId]).organization),
    active,
  }
}

/**
 * The address that is sent, checked as that of somebody new unless it is the stored one. Of whom the directory switches off another one
 * is passed over, so that a rename there never stands against ending their access.
 */
function addressOf(sent: unknown, active: boolean, stored: Stored | undefined): string {
  const isKept = stored && typeof sent === 'string' && (!active || sent.trim().toLowerCase() === stored.email)
  return isKept ? stored.email : required('userName', newEmail, sent)
}

const objectOf = (value: unknown): Document =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Document) : {}
