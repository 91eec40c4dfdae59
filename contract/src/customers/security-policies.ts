import { z } from 'zod'
import { call } from '../jsonapi/call'
import { instant } from '../jsonapi/fields'
import { type Entity, many, type Patch, resource } from '../jsonapi/resource'
import { domainName } from './domains'

/** The longest and the shortest session that can be asked for, in hours. */
export const sessionHours = { shortest: 1, longest: 720 } as const

/** How many days before a second factor is needed the people concerned are told by mail. */
export const policyNoticeDays = [14, 3] as const

/**
 * How a customer wants its people to sign in (contract §6): its login methods, from when the password alone does not do, how old the
 * proof of a session may be, and whom it lets be invited. Its id is the customer's; every customer has one.
 */
export const securityPolicies = resource('security-policies', {
  fields: {
    /** Name of the customer. */
    name: z.string(),
    /** The login methods that this customer's people may use; none means any. */
    loginMethods: many('sso-providers'),
    /** From then on a password without a second factor opens nothing of this customer. Null for never. */
    secondFactorFrom: instant.nullable(),
    /** A session that was proved longer ago is asked to prove again before it opens anything here. Null for no such limit. */
    longestSessionHours: z.int().min(sessionHours.shortest, 'invalid').max(sessionHours.longest, 'invalid').nullable(),
    /** Only addresses of these domains are invited; none means any. Who is there stays. */
    inviteDomains: z.array(domainName).max(100, 'tooLong'),
  },
  readOnly: ['name'],
})

export type SecurityPolicy = Entity<typeof securityPolicies>
export type SecurityPolicyPatch = Patch<typeof securityPolicies>

/** So many people are named in a preview; of more their number is said. */
export const mostNamed = 50

const people = z.object({ count: z.int(), named: z.array(z.string()) })

/** Whom a policy would affect, before it is saved. Changes nothing. */
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
    /** Those who can sign in by none of the login methods: everything here that has no list of its own would be closed to them. */
    withoutLoginMethod: people,
    /** Those who sign in by password and have no second factor. */
    withoutSecondFactor: people,
    /** Those who are signed in by a proof that would be too old. */
    signedInTooLong: people,
    /** Those of other domains: they stay, and nobody else of these is invited. */
    ofOtherDomains: people,
    /** The asking person is signed in by none of the login methods, or by password alone where that will not do: they would lock themselves out. */
    locksOutMaker: z.boolean(),
  }),
  problems: ['notFound'],
})
