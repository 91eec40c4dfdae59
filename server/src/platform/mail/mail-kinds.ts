import { instant } from '@lintel/contract/jsonapi/fields'
import { deletionOutcomes } from '@lintel/contract/people/deletion-tasks'
import { z } from 'zod'

/** Where and when something happened; `browser` in our words, never in a stranger's. */
const seenFrom = z.strictObject({ at: instant, ip: z.string(), browser: z.string().nullable() })

/** Levels that people are told of: those that can be given. */
export const gainedLevels = [5, 10, 15, 20] as const

/** Every mail there is, and what its text needs. Times are RFC 3339, links absolute and ours (security F4). */
export const mailKinds = {
  /** Security D7: a refresh secret came twice; the session was ended. `browser` in our words, never in a stranger's. */
  'refresh-reuse': z.strictObject({ at: instant, ip: z.string(), browser: z.string().nullable() }),
  /** The first way into a project for somebody whose account was made with it; the link carries a secret (security S5). */
  'first-invitation': z.strictObject({ inviter: z.string(), project: z.string(), link: z.url(), expiresAt: instant }),
  /** The same for somebody who signs in already. */
  'project-invitation': z.strictObject({ inviter: z.string(), project: z.string(), link: z.url() }),
  /** The same for a guest: the link is their way in until their last day is over (security S12). */
  'guest-invitation': z.strictObject({
    inviter: z.string(),
    project: z.string(),
    link: z.url(),
    expiresAt: instant.nullable(),
  }),
  /** A person's access ends soon: the projects it is to, and how many more there are. */
  'access-ends': z.strictObject({ lines: z.array(z.string()), more: z.int(), endsAt: instant }),
  /** The same for whoever gave it: person and project a line. */
  'given-access-ends': z.strictObject({ lines: z.array(z.string()), more: z.int(), endsAt: instant, link: z.url() }),
  /** From a day on, a password alone opens nothing of a customer: to those who have no second factor yet. */
  'second-factor-ahead': z.strictObject({ customer: z.string(), from: instant, link: z.url() }),
  /** The record by which a customer proved a domain was not there: to its administrators, before the proof is lost. */
  'domain-missing': z.strictObject({
    customer: z.string(),
    domain: z.string(),
    record: z.string(),
    lostAt: instant,
    link: z.url(),
  }),
  /** The same when it is lost. */
  'domain-lost': z.strictObject({ customer: z.string(), domain: z.string(), record: z.string(), link: z.url() }),
  /** To the owner of a deleted project: it is purged soon, and the link leads to where it is restored. */
  'project-purge': z.strictObject({ project: z.string(), purgedAt: instant, link: z.url() }),
  /** Projects that a person owns now, roles that they were given, and in how many projects more. */
  'access-gained': z.strictObject({
    owned: z.array(z.string()).default([]),
    gained: z.array(z.strictObject({ project: z.string(), privilegeLevel: z.literal(gainedLevels) })),
    more: z.int(),
    link: z.url(),
  }),
  /** Security F1: a code to set a new password with, and a link that carries it. */
  'password-reset': z.strictObject({ code: z.string(), link: z.url(), expiresAt: instant }),
  /** Security S10: a new password waits for its owner's word. */
  'password-link': z.strictObject({ link: z.url(), expiresAt: instant }),
  /** Security E5: a way into the account through a provider came. */
  'provider-linked': z.strictObject({ provider: z.string(), at: instant, ip: z.string() }),
  /** The same: it went. */
  'provider-unlinked': z.strictObject({ provider: z.string(), at: instant, ip: z.string() }),
  /** Somebody came by a provider with another address and says that this one is theirs: the link proves it. */
  'provider-verify-address': z.strictObject({ provider: z.string(), link: z.url(), expiresAt: instant }),
  /** The same, where the address has an account: how to link that one. */
  'provider-known-address': z.strictObject({ provider: z.string() }),
  /** Security B9: somebody signed in from a browser that was not used with the account before. */
  'new-browser': seenFrom,
  /** Security B9: the right password came after five wrong ones or more. */
  'right-after-failures': seenFrom.extend({ failures: z.int() }),
  /** Security B9: somebody had the right password, and no right code of the second factor. */
  'second-factor-failed': seenFrom,
  /** Security B9: a second factor came; it went; its recovery codes were made anew; one of them was used; a passkey came or went. */
  'second-factor-enabled': seenFrom,
  'second-factor-disabled': seenFrom,
  /** Staff removed the second factors of somebody who had lost them, and ended their sessions. */
  'second-factor-removed-by-staff': z.strictObject({ at: instant }),
  'recovery-codes-renewed': seenFrom,
  'passkey-added': seenFrom,
  'passkey-removed': seenFrom,
  'recovery-code-used': seenFrom.extend({ left: z.int() }),
  /** Security B9: the password is another one now. */
  'password-changed': seenFrom,
  /** To whoever registered: a link that sets a password and goes on to a new project. */
  registration: z.strictObject({ link: z.url(), expiresAt: instant }),
  /** The same to somebody who has an account: the way to sign in. */
  'registration-known': z.strictObject({ link: z.url() }),
  /** Somebody asked for their account to be deleted: to themselves, with the way to withdraw it. */
  'deletion-noted': z.strictObject({ at: instant, link: z.url() }),
  /** The same to staff and to the administrators of their customers, with what it would affect. */
  'deletion-asked': z.strictObject({
    email: z.string(),
    owned: z.array(z.string()),
    more: z.int(),
    memberships: z.int(),
  }),
  /** It was withdrawn: to those who were told of it. */
  'deletion-withdrawn': z.strictObject({ email: z.string() }),
  /** It was answered: to who asked, by the administrators of a customer, or by staff, where `customer` is null. */
  'deletion-answered': z.strictObject({
    customer: z.string().nullable(),
    outcome: z.enum(deletionOutcomes),
    reason: z.string(),
  }),
  /** To the owner of a project whose trial ends in three days. */
  'trial-ends': z.strictObject({ project: z.string(), endsAt: instant, link: z.url() }),
  /** To the person of an account whose mailbox is not proved: signing in by the link proves it (contract §6). */
  'email-proof': z.strictObject({ link: z.url(), expiresAt: instant }),
  /** To an address that is to become the person's: the link proves it. `current` is the one they have. */
  'email-change-confirm': z.strictObject({ current: z.string(), link: z.url(), expiresAt: instant }),
  /** To the one they have: another was asked for. */
  'email-change-requested': z.strictObject({ to: z.string(), at: instant, ip: z.string() }),
  /** To the one they had: it is another now. */
  'email-changed': z.strictObject({ to: z.string(), at: instant, ip: z.string() }),
} as const

/** The name of a mail. */
export type MailKind = keyof typeof mailKinds

/** What a mail's text needs. */
export type MailValues<K extends MailKind> = z.output<(typeof mailKinds)[K]>
