import { z } from 'zod'
import { call } from '../jsonapi/call'
import { instant } from '../jsonapi/fields'
import { type Entity, many, type Patch, resource } from '../jsonapi/resource'
import { emailDomain } from './domains'

/** Limits of the session duration that a policy can set, in hours. */
const sessionHours = { min: 1, max: 720 } as const

/** How many days before a second factor becomes mandatory the affected people are notified by mail. */
export const policyNoticeDays = [14, 3] as const

/**
 * A customer's sign-in policy (contract §6): its login methods, from when a second factor is mandatory, the maximum age of a session's
 * proof, and who may be invited. Its id is the customer's; every customer has one.
 */
export const securityPolicies = resource('security-policies', {
  fields: {
    /** Name of the customer. */
    name: z.string(),
    /** The login methods that this customer's people may use; an empty list means any. */
    loginMethods: many('sso-providers'),
    /** From then on a password without a second factor gives no access to this customer. Null for never. */
    secondFactorFrom: instant.nullable(),
    /** Older sessions have to renew their proof before they get access here. Null for no limit. */
    longestSessionHours: z.int().min(sessionHours.min, 'invalid').max(sessionHours.max, 'invalid').nullable(),
    /** Only addresses of these domains may be invited; an empty list means any. Existing members stay. */
    inviteDomains: z.array(emailDomain).max(100, 'tooLong'),
  },
  readOnly: ['name'],
})

export type SecurityPolicy = Entity<typeof securityPolicies>
export type SecurityPolicyPatch = Patch<typeof securityPolicies>

/** Maximum number of people listed by name in a preview; above that, only their number is given. */
export const maxNamedPeople = 50

const people = z.object({ count: z.int(), named: z.array(z.string()) })

/** Previews whom a policy would affect. Changes nothing. */
export const previewSecurityPolicy = call({
  method: 'POST',
  path: '/mgw/api/v3/security-policies/{id}/preview',
  summary: 'Whom a security policy would affect',
  parameters: z.object({ id: z.string() }),
  body: z.strictObject({
    loginMethods: securityPolicies.fields.shape.loginMethods.optional(),
    secondFactorFrom: securityPolicies.fields.shape.secondFactorFrom.optional(),
    longestSessionHours: securityPolicies.fields.shape.longestSessionHours.optional(),
    inviteDomains: securityPolicies.fields.shape.inviteDomains.optional(),
  }),
  answer: z.object({
    /** People without any of the login methods: they lose access to everything here without a list of its own. */
    withoutLoginMethod: people,
    /** People who sign in by password and have no second factor. */
    withoutSecondFactor: people,
    /** People whose current session's proof would be too old. */
    signedInTooLong: people,
    /** People of other domains: they stay, but nobody else of these domains can be invited. */
    ofOtherDomains: people,
    /** The requesting person's own session would not satisfy the policy: they would lock themselves out. */
    locksOutMaker: z.boolean(),
  }),
  problems: ['notFound'],
})
