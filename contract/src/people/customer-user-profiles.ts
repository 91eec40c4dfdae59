import { z } from 'zod'
import { instant, line, newEmail } from '../jsonapi/fields'
import { type Draft, type Entity, one, oneOrNone, type Patch, resource } from '../jsonapi/resource'
import { directorySource } from './directory-groups'
import { personName, phone } from './user-profiles'

/**
 * A customer's profile of one of its people (admin-console chapter 3): its own name, title, phone and organization for them. A creation
 * names a `user` or, for a new person, `newUserEmail`.
 */
export const customerUserProfiles = resource('customer-user-profiles', {
  fields: {
    firstName: personName.nullable(),
    lastName: personName.nullable(),
    title: line(100).nullable(),
    phone: phone.nullable(),
    user: oneOrNone('users'),
    customer: one('customers'),
    userOrganization: oneOrNone('user-organizations'),
    newUserEmail: newEmail.nullable(),
    /** The specification's `type`, a name that JSON:API reserves. */
    profileType: line(100).nullable(),
    /** The source by which the customer's directory maintains the profile; null for one edited only by hand. */
    directorySource: directorySource.nullable(),
    createdAt: instant,
    createdBy: oneOrNone('users'),
    updatedAt: instant,
    updatedBy: oneOrNone('users'),
  },
  readOnly: ['directorySource', 'createdAt', 'createdBy', 'updatedAt', 'updatedBy'],
  createOnly: ['user', 'customer', 'newUserEmail'],
  filters: { customer: z.string(), user: z.string().max(254), userOrganization: z.string(), q: z.string().max(200) },
  sorts: ['lastName', 'firstName', 'createdAt'],
  includes: ['user', 'customer', 'userOrganization'],
})

export type CustomerUserProfile = Entity<typeof customerUserProfiles>
export type CustomerUserProfileDraft = Draft<typeof customerUserProfiles>
export type CustomerUserProfilePatch = Patch<typeof customerUserProfiles>
