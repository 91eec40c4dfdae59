import { z } from 'zod'
import { changeDashboardCard } from '../projects/dashboard-card-changes'
import { mostWidgets } from '../projects/dashboard-widgets'
import { bringOverDrift, changeTemplateEntries, deleteTemplate } from '../projects/template-changes'
import { mostEntries } from '../projects/template-content'
import { customerUserProfiles } from './customer-user-profiles'
import { changeOrganization, deleteOrganization, importOrganizations, mergeOrganizations } from './organization-changes'

/** Most rows that a change set has: cells, people times projects. */
const mostRows = 50_000

/** The same of an import, which comes from files. */
const mostImportedRows = 200_000

/** Most rows of one file that say something. */
export const mostFileRows = 100_000

/** Largest file that is read into a change set, in bytes before base64. */
export const largestAccessFile = 8 * 1_024 * 1_024

/** Most people who are invited at once. */
export const mostInvitedAtOnce = 200

// What one row says is checked row by row, so that one bad row does not refuse the others: here only sizes count.
const email = z.string().max(320)
const day = z.string().max(40).nullable()

/** A level as its number, or in the words of a spreadsheet (`levelIn` of level-words reads them). */
const level = z.union([z.number(), z.string().max(100)])

/** Ids of login methods; none inherits. */
const loginMethods = z.array(z.string().max(100)).max(100)

/** What somebody is to have in a project. What is left out stays as it is. */
export const roleCell = z.strictObject({
  user: email,
  project: z.string().max(100),
  /** 0 ends the membership. Only a member's level can be left out. */
  level: level.optional(),
  /** The last day, or null for no end. A guest's is their `expirationDate`. */
  accessUntil: day.optional(),
  /** The login methods they may use there. */
  providers: loginMethods.optional(),
  /** The level that was seen, 0 for no membership: with any other the row is a conflict `changedMeanwhile`. */
  expected: z.int().min(0).max(100).optional(),
  /** The same for the version of the membership that was seen, 0 for none. */
  expectedVersion: z.int().min(0).optional(),
})

/** What somebody is to have in a project that they are invited to. */
const newRole = z.strictObject({
  project: z.string().max(100),
  level,
  accessUntil: day.optional(),
  providers: loginMethods.default([]),
})

export type RoleCell = z.input<typeof roleCell>

const profileFields = customerUserProfiles.fields
  .pick({ firstName: true, lastName: true, title: true, phone: true, profileType: true, userOrganization: true })
  .partial()

/** What the customer is to know of a person; fields that are left out stay. */
const profileChange = z.strictObject({
  ...profileFields.shape,
  /** The version of the profile that was seen, 0 for none: with any other the row is a conflict `changedMeanwhile`. */
  expectedVersion: z.int().min(0).optional(),
  /** The same for what was seen in the fields that are changed. */
  expected: profileFields.optional(),
})

export type ProfileChange = z.output<typeof profileChange>

/** A file in base64. */
const file = z.string().max(Math.ceil(largestAccessFile / 3) * 4, 'tooLarge')

/** What each kind of change set is planned from. */
export const changeSetInputs = {
  /** Cells of the grid: a range, a fill, a paste. */
  roles: z.strictObject({ cells: z.array(roleCell).min(1, 'required').max(mostRows, 'tooManyRows') }),
  /** What one person has, given to others: the same level and end in each project where that person is a member. */
  'copy-access': z.strictObject({ from: email, to: z.array(email).min(1, 'required').max(1_000, 'tooLong') }),
  /**
   * A file of `email;project;role;expiration`, as CSV (`;`, `,` or tab) or XLSX, with or without a line of headings. A
   * project is named by its id, its external id or its name.
   */
  'access-file': z.strictObject({ name: z.string().max(200).optional(), file }),
  /** Every membership of these people but where they are the owner. */
  'remove-from-all-projects': z.strictObject({ users: z.array(email).min(1, 'required').max(10_000, 'tooLong') }),
  /** People, known or not, who are added to a project and told by mail; texts as they were pasted. */
  invitations: z.strictObject({
    project: z.string().max(100),
    emails: z.array(email).min(1, 'required').max(mostInvitedAtOnce, 'tooManyRows'),
    level,
    accessUntil: day.optional(),
    /** The login methods they may use there. */
    providers: loginMethods.default([]),
  }),
  /** The form about one person who is known: what the customer knows of them and what they may do where, as one step. */
  user: z.strictObject({
    user: email,
    profile: profileChange.optional(),
    cells: z.array(roleCell.omit({ user: true })).max(mostRows, 'tooManyRows'),
  }),
  /** Somebody who is added by their email: what the customer knows of them, and the projects they are invited to, as one step. */
  'new-user': z.strictObject({
    user: email,
    profile: profileFields.optional(),
    roles: z.array(newRole).max(mostInvitedAtOnce, 'tooManyRows'),
  }),
  /** The login methods that open a project; none inherits. */
  'project-login-methods': z.strictObject({
    project: z.string().max(100),
    providers: loginMethods,
    /** The version of the project that was seen: with any other the row is a conflict `changedMeanwhile`. */
    expectedVersion: z.int().min(1).optional(),
    /** The same for the login methods that were seen. */
    expected: loginMethods.optional(),
  }),
  /** An archive of a directory's files, of people of one verified domain. */
  'ad-import': z.strictObject({
    domain: z.string().max(254).toLowerCase(),
    name: z.string().max(200).optional(),
    file,
  }),
  organization: changeOrganization,
  'delete-organization': deleteOrganization,
  'merge-organizations': mergeOrganizations,
  'import-organizations': importOrganizations,
  'template-entries': changeTemplateEntries,
  'template-drift': bringOverDrift,
  'delete-template': deleteTemplate,
  'dashboard-widgets': changeDashboardCard,
} as const

/** The kinds of change sets. */
export type ChangeSetKind = keyof typeof changeSetInputs

/** What a kind is planned from, as it is sent. */
export type ChangeSetInput<K extends ChangeSetKind> = z.input<(typeof changeSetInputs)[K]>

/** Most rows that a change set of each kind has: more are refused with `tooManyRows`, which names the limit. */
export const mostRowsOf: Readonly<Record<ChangeSetKind, number>> = {
  roles: mostRows,
  'copy-access': mostRows,
  'access-file': mostImportedRows,
  'remove-from-all-projects': mostRows,
  invitations: mostInvitedAtOnce,
  user: mostRows,
  'new-user': mostInvitedAtOnce + 1,
  'project-login-methods': 1,
  'ad-import': mostImportedRows,
  organization: 1,
  'delete-organization': mostRows,
  'merge-organizations': mostRows,
  'import-organizations': mostImportedRows,
  'template-entries': 2 * mostEntries,
  'template-drift': mostRows,
  'delete-template': 1,
  'dashboard-widgets': 4 * mostWidgets,
}

export const changeSetKinds = Object.keys(changeSetInputs) as [ChangeSetKind, ...ChangeSetKind[]]

/** The addresses in a pasted text: one after the other, by line, comma, semicolon or blank; `Name <address>` as well. */
export function splitAddresses(text: string): string[] {
  const bracketed = [...text.matchAll(/<([^<>\s]+)>/g)].map(([, address = '']) => address)
  const plain = text
    .replaceAll(/"[^"\n]*"|[^,;\t\n]*<[^<>\n]*>/g, ' ')
    .split(/[\s,;]+/)
    .filter((part) => part !== '')
  return [...bracketed, ...plain]
}
