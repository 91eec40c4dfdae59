import { z } from 'zod'
import { call } from '../jsonapi/call'
import { instant, line } from '../jsonapi/fields'
import { type Entity, many, oneOrNone, type Patch, resource } from '../jsonapi/resource'
import { languageTag } from '../settings/locales'
import { staffRole } from './permissions'

/** A person's platform role: staff, or none. */
export const role = z.literal(staffRole)

/** A time zone's IANA name: `Europe/Oslo`. */
export const timeZone = line(100).refine(isTimeZone, 'invalid')

/** A language as a BCP 47 tag: `nb`, `zh-Hans`. */
export const language = line(35).regex(languageTag, 'invalid')

function isTimeZone(text: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: text }) !== undefined
  } catch {
    return false
  }
}

/** A person (both specifications, chapter 3); the id is the lower-cased email. */
export const users = resource('users', {
  fields: {
    email: z.string(),
    givenName: z.string(),
    familyName: z.string(),
    firstName: z.string(),
    lastName: z.string(),
    name: z.string(),
    fullName: z.string(),
    displayName: z.string(),
    /** As entered by the person; `userOrganization` is the customer's value. */
    organization: z.string(),
    organizationName: z.string(),
    userOrganization: oneOrNone('user-organizations'),
    title: z.string().nullable(),
    phone: z.string().nullable(),
    role: role.nullable(),
    guest: z.boolean(),
    timeZone: timeZone.nullable(),
    language: language.nullable(),
    expirationDate: instant.nullable(),
    allowedProviders: z.array(z.string()),
    invited: z.boolean(),
    inactive: z.boolean(),
    isDeleted: z.boolean(),
    /** The customers this person administers that the reader may see; all for one's own record. */
    customerAdminFor: many('customers'),
    createdAt: instant,
  },
  readOnly: [
    'email',
    'givenName',
    'familyName',
    'firstName',
    'lastName',
    'name',
    'fullName',
    'displayName',
    'organization',
    'organizationName',
    'userOrganization',
    'title',
    'phone',
    'guest',
    'expirationDate',
    'allowedProviders',
    'invited',
    'inactive',
    'isDeleted',
    'customerAdminFor',
    'createdAt',
  ],
  /** `userOrganization`: the members of an organization according to its customer. */
  filters: { customerId: z.string(), userOrganization: z.string(), role, q: z.string().max(200) },
  sorts: ['name', 'email', 'createdAt'],
  includes: ['userOrganization', 'customerAdminFor'],
})

export type User = Entity<typeof users>
export type UserPatch = Patch<typeof users>

/** Given and family name, as far as known. */
export const fullName = ({ givenName, familyName }: Pick<User, 'givenName' | 'familyName'>): string =>
  `${givenName} ${familyName}`.trim()

/** The organization's name according to the customer, else as entered by the person. */
export const organizationName = (
  { organization }: Pick<User, 'organization'>,
  userOrganization: { name: string } | null | undefined,
): string => userOrganization?.name ?? organization

/** A customer that a person administers or reads. */
const customerRole = z.object({
  id: z.string(),
  name: z.string(),
  /** The login methods accepted for its administrators and API users; an empty list means any. */
  loginMethods: z.array(z.string()),
})

/** The signed-in person, as calls return them. */
export const currentUser = z.object({
  /** The id in the API: the lower-cased email. */
  id: z.string(),
  email: z.string(),
  givenName: z.string(),
  familyName: z.string(),
  displayName: z.string(),
  organization: z.string(),
  role: role.nullable(),
  timeZone: z.string().nullable(),
  language: z.string().nullable(),
  theme: z.enum(['light', 'dark', 'system']),
  /** Customers this person administers, by name; the first is the active one unless another was chosen. */
  customerAdminFor: z.array(customerRole),
  /** Customers whose people and projects this person reads as an API user, by name. */
  apiUserFor: z.array(customerRole),
  /** The sign-in method; `password` shows the federation options of the profile. */
  method: z.enum(['password', 'federation', 'guest']),
  /** Id of the session's login method; null where login methods do not apply. */
  loginMethod: z.string().nullable(),
  /** For a guest session: the id of the one project it can access. */
  guestOf: z.string().nullable(),
  /** What must be done first. */
  restriction: z.enum(['password', 'secondFactor']).nullable(),
  mustUpdatePassword: z.boolean(),
  mustUpdateProfile: z.boolean(),
  externallyIdentified: z.boolean(),
  /** The mailbox is proved; before that, access is limited to what the customer that created the account gave (contract §6). */
  emailProved: z.boolean(),
  /** A new project starts with a trial: no customer of theirs can own it, and no trial of theirs is running (account-portal chapter 1). */
  beginsWithTrial: z.boolean(),
  /** A new project would start with a trial, but one of theirs is running: creating it fails with 409 `trialRunning`. */
  trialRunning: z.boolean(),
})

/** The signed-in person, with the facts that the application needs. */
export type CurrentUser = z.output<typeof currentUser>

/** Returns the signed-in person, also while a password or a second factor has to be set. */
export const readCurrentUser = call({
  method: 'GET',
  path: '/mgw/api/v3/users/me',
  summary: 'The signed-in person, the customers they administer and what they must do first',
  answer: currentUser,
})

/** The same under version 2. */
export const readCurrentUserV2 = call({ ...readCurrentUser, path: '/mgw/api/v2/users/me' })
