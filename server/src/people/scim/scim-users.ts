import { line, newEmail } from '@lintel/contract/jsonapi/fields'
import { personName } from '@lintel/contract/people/user-profiles'
import { Problem } from '@lintel/contract/problems'
import { telephone } from '../customer-user-profiles/telephone'
import type { Document, PatchOperation, PatchOptions } from './scim-patch'
import { applyPatch } from './scim-patch'
import { commonAttributes, enterpriseSchema, enterpriseSchemaId, userSchema, userSchemaId } from './scim-schema'
import type { ScimUserRow } from './scim-users.store'
import { optional, required, sanitizeText } from './scim-value'

const userPatchOptions: PatchOptions = {
  schema: userSchemaId,
  attributes: [...commonAttributes, ...userSchema.attributes],
  extension: enterpriseSchema,
  ignoredAttributes: userSchema.ignoredAttributes,
}

/** Nothing that a directory sends along prevents ending the access of somebody whom it knows: what cannot be changed stays as it is stored. */
const endsAccess: Pick<PatchOptions, 'ignoresFailures'> = { ignoresFailures: ({ active }) => active === false }

/** A user as a directory sends it, parsed and validated. */
export interface ScimUser {
  email: string
  externalId: string | null
  firstName: string | null
  lastName: string | null
  title: string | null
  phone: string | null
  /** The type of the telephone number: "work", "mobile"; null without a number. */
  phoneType: string | null
  /** Name of an organization. */
  organization: string | null
  active: boolean
}

/** A requested user, and whether the request says if they are active; otherwise `active` is as stored. */
export type RequestedUser = ScimUser & { setsActive: boolean }

/** A stored user; not validated again. */
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

/** A user as JSON; `root` is the base URL of the customer's SCIM service (`…/scim/{customer}/v2`). */
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
      version: row.etag,
    },
  }
}

/** The stored values before a change. */
type Stored = Pick<ScimUserRow, 'email' | 'externalId' | 'active'>

/**
 * Parses a full user. The attributes are applied as a patch to an empty user, so that PUT and PATCH parse
 * alike. Throws `invalidValue` naming the attribute.
 */
export function readUser(body: Document, row?: ScimUserRow): RequestedUser {
  const own = Object.entries(body).filter(([name]) => !['schemas', 'id', 'meta'].includes(name.toLowerCase()))
  const operations = [{ op: 'replace', value: Object.fromEntries(own) }]
  const options: PatchOptions = { ...userPatchOptions, isFullResource: true }
  try {
    return toUser(applyPatch({}, operations, options), row)
  } catch (error) {
    // A user without a name is none.
    if (!row || !(error instanceof Problem) || !own.some(([name]) => name.toLowerCase() === 'username')) throw error
    const kept = patchUser(row, operations, options)
    if (kept.setsActive && !kept.active) return kept
    throw error
  }
}

/** The operations of a PATCH applied to a user. */
export function patchUser(
  row: ScimUserRow,
  operations: readonly PatchOperation[],
  options: PatchOptions = userPatchOptions,
): RequestedUser {
  const { active: _, ...document } = userDocument(row, '')
  const changed = applyPatch(document, operations, { ...options, ...endsAccess })
  // Whoever is deactivated keeps the name that null would remove.
  return toUser(changed.active === false ? { ...changed, userName: changed.userName ?? row.email } : changed, row)
}

/** Converts a user from JSON. */
function toUser(document: Document, stored?: Stored): RequestedUser {
  const name = objectOf(document.name)
  const { phone, phoneType } = telephoneOf(document.phoneNumbers)
  const setsActive = typeof document.active === 'boolean'
  const active = typeof document.active === 'boolean' ? document.active : (stored?.active ?? true)
  return {
    email: addressOf(document.userName, active, stored),
    externalId: externalIdOf(document, stored),
    firstName: sanitizeText(personName, 100, name.givenName),
    lastName: sanitizeText(personName, 100, name.familyName),
    title: sanitizeText(line(100), 100, document.title),
    phone,
    phoneType,
    organization: sanitizeText(line(200), 200, objectOf(document[enterpriseSchemaId]).organization),
    active,
    setsActive,
  }
}

/** The telephone number to store, of those that a profile can store: the primary one, else one of the type "work", else the first. */
function telephoneOf(elements: unknown): Pick<ScimUser, 'phone' | 'phoneType'> {
  const numberOf = ({ value }: Document) => (typeof value === 'string' ? telephone(value) : '')
  const telephones = (Array.isArray(elements) ? elements.map(objectOf) : []).filter((one) => numberOf(one) !== '')
  const kept =
    telephones.find(({ primary }) => primary === true) ??
    telephones.find(({ type }) => type === 'work') ??
    telephones[0]
  if (!kept) return { phone: null, phoneType: null }
  return { phone: numberOf(kept), phoneType: sanitizeText(line(50), 50, kept.type) ?? 'work' }
}

/**
 * The email, validated like a new one unless it is the stored one. When the directory deactivates a user, another email is ignored, so that a rename
 * never prevents ending their access.
 */
function addressOf(sent: unknown, active: boolean, stored: Stored | undefined): string {
  const usesStoredEmail = stored && typeof sent === 'string' && (!active || sent.trim().toLowerCase() === stored.email)
  return usesStoredEmail ? stored.email : required('userName', newEmail, sent)
}

/** The id in the directory. One that does not fit is refused, except when the directory deactivates the user, which leaves the stored one. */
function externalIdOf({ externalId: sent, active }: Document, stored: Stored | undefined): string | null {
  const isValid = line(254).safeParse(sent).success
  const leavesStored = stored && active === false && typeof sent === 'string' && sent.trim() !== '' && !isValid
  return leavesStored ? stored.externalId : optional('externalId', line(254), sent)
}

const objectOf = (value: unknown): Document =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Document) : {}
