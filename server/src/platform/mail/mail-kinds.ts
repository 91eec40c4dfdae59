import { instant } from '@lintel/contract/jsonapi/fields'
import { deletionOutcomes } from '@lintel/contract/people/deletion-tasks'
import { accessLevels } from '@lintel/contract/people/privilege-levels'
import { z } from 'zod'
import { unlinked } from './unlinked'

/** Time and origin of an event. `browser` is one of our names, never text of the client. */
const occurrence = z.strictObject({ at: instant, ip: z.string(), browser: z.string().nullable() })

/** A name that somebody typed. */
const typedName = z.string().transform(unlinked)

/** Every kind of mail and the values of its text. Times are RFC 3339, links absolute and ours (security F4). */
export const mailKinds = {
  /**
   * Security D7: a refresh token was used twice and its session was ended. `browser` is one of our names, never text of
   * the client.
   */
  'refresh-reuse': z.strictObject({ at: instant, ip: z.string(), browser: z.string().nullable() }),
  /** Invitation to a project with a new account; the link carries a secret (security S5). */
  'first-invitation': z.strictObject({ inviter: typedName, project: typedName, link: z.url(), expiresAt: instant }),
  /** Invitation for a person with an account. */
  'project-invitation': z.strictObject({ inviter: typedName, project: typedName, link: z.url() }),
  /** Invitation for a guest: the link signs them in until their access expires (security S12). */
  'guest-invitation': z.strictObject({
    inviter: typedName,
    project: typedName,
    link: z.url(),
    expiresAt: instant.nullable(),
  }),
  /** A person's access expires soon: the projects concerned, and how many more there are. */
  'access-ends': z.strictObject({ lines: z.array(typedName), more: z.int(), endsAt: instant }),
  /** The same to the person who granted it: one line per person and project. The link leads to the project, or to all if there are several. */
  'given-access-ends': z.strictObject({
    lines: z.array(typedName),
    more: z.int(),
    endsAt: instant,
    link: z.url(),
    isOfSeveral: z.boolean().default(false),
  }),
  /** To people without a second factor: a customer will require one from a given day on. */
  'second-factor-ahead': z.strictObject({ customer: typedName, from: instant, link: z.url() }),
  /** To customer administrators: the DNS record that proves a domain is missing; the proof will expire. */
  'domain-missing': z.strictObject({
    customer: typedName,
    domain: z.string(),
    record: z.string(),
    lostAt: instant,
    link: z.url(),
  }),
  /** The same when the proof has expired. */
  'domain-lost': z.strictObject({ customer: typedName, domain: z.string(), record: z.string(), link: z.url() }),
  /** To the owner of a deleted project that is purged soon, with the link to restore it. */
  'project-purge': z.strictObject({ project: typedName, purgedAt: instant, link: z.url() }),
  /** New projects and roles of a person, and how many more there are. */
  'access-gained': z.strictObject({
    owned: z.array(typedName).default([]),
    gained: z.array(z.strictObject({ project: typedName, privilegeLevel: z.literal(accessLevels) })),
    more: z.int(),
    link: z.url(),
  }),
  /** Security F1: a code to set a new password with, and a link that carries it. */
  'password-reset': z.strictObject({ code: z.string(), link: z.url(), expiresAt: instant }),
  /** Security S10: a new password takes effect when its owner confirms it. */
  'password-link': z.strictObject({ link: z.url(), expiresAt: instant }),
  /** Security E5: an identity provider was linked to the account. */
  'provider-linked': z.strictObject({ provider: typedName, at: instant, ip: z.string() }),
  /** Security E5: an identity provider was unlinked. */
  'provider-unlinked': z.strictObject({ provider: typedName, at: instant, ip: z.string() }),
  /** A provider sign-in claims this address: the link proves it. */
  'provider-verify-address': z.strictObject({ provider: typedName, link: z.url(), expiresAt: instant }),
  /** The same when the address has an account: how to link it. */
  'provider-known-address': z.strictObject({ provider: typedName }),
  /** Security B9: a sign-in from a browser that is new to the account. */
  'new-browser': occurrence,
  /** Security B9: the correct password after at least five wrong ones. */
  'right-after-failures': occurrence.extend({ failures: z.int() }),
  /** Security B9: the correct password with a wrong second factor. */
  'second-factor-failed': occurrence,
  /**
   * Security B9: a second factor was enabled or disabled, its recovery codes were renewed, one was used, or a passkey
   * was added or removed.
   */
  'second-factor-enabled': occurrence,
  'second-factor-disabled': occurrence,
  /** Staff removed the second factors of a person who had lost them and ended their sessions. */
  'second-factor-removed-by-staff': z.strictObject({ at: instant }),
  'recovery-codes-renewed': occurrence,
  'passkey-added': occurrence,
  'passkey-removed': occurrence,
  'recovery-code-used': occurrence.extend({ left: z.int() }),
  /** Security B9: the password was changed. */
  'password-changed': occurrence,
  /** Registration: the link sets a password and continues to a new project. */
  registration: z.strictObject({ link: z.url(), expiresAt: instant }),
  /** Registration with an address that has an account: how to sign in. */
  'registration-known': z.strictObject({ link: z.url() }),
  /** A person requested the deletion of their account: to them, with the link to withdraw it and whether administrators were notified as well. */
  'deletion-noted': z.strictObject({ at: instant, link: z.url(), hasAdministrators: z.boolean().default(true) }),
  /** The same to staff and customer administrators, with what it affects and the link to answer it. */
  'deletion-asked': z.strictObject({
    email: z.string(),
    owned: z.array(typedName),
    more: z.int(),
    memberships: z.int(),
    link: z.url().optional(),
  }),
  /** The request was withdrawn: to those who were notified. */
  'deletion-withdrawn': z.strictObject({ email: z.string() }),
  /** The request was answered by customer administrators, or by staff if `customer` is null: to the person. */
  'deletion-answered': z.strictObject({
    customer: typedName.nullable(),
    outcome: z.enum(deletionOutcomes),
    reason: z.string(),
  }),
  /** To the owner of a project whose trial ends in three days. */
  'trial-ends': z.strictObject({ project: typedName, endsAt: instant, link: z.url() }),
  /** To an address that is not yet verified: signing in by the link verifies it (contract §6). */
  'email-proof': z.strictObject({ link: z.url(), expiresAt: instant }),
  /** To the new address of an account: the link verifies it. `current` is the present one. */
  'email-change-confirm': z.strictObject({ current: z.string(), link: z.url(), expiresAt: instant }),
  /** To the present address: a change was requested. */
  'email-change-requested': z.strictObject({ to: z.string(), at: instant, ip: z.string() }),
  /** To the previous address: it was changed. */
  'email-changed': z.strictObject({ to: z.string(), at: instant, ip: z.string() }),
} as const

/** A kind of mail. */
export type MailKind = keyof typeof mailKinds

/** The mails that tell people what happened to their account. They go to whoever had its address when it happened. */
export const securityNotices: readonly MailKind[] = [
  'email-change-requested',
  'new-browser',
  'passkey-added',
  'passkey-removed',
  'password-changed',
  'provider-linked',
  'provider-unlinked',
  'recovery-code-used',
  'recovery-codes-renewed',
  'refresh-reuse',
  'right-after-failures',
  'second-factor-disabled',
  'second-factor-enabled',
  'second-factor-failed',
  'second-factor-removed-by-staff',
]

/** The values of a kind of mail. */
export type MailValues<K extends MailKind> = z.output<(typeof mailKinds)[K]>
