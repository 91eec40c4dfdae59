import { z } from 'zod'
import { instant } from '../jsonapi/fields'
import { changeDashboardCard } from '../projects/dashboard-card-changes'
import { maxWidgets } from '../projects/dashboard-widgets'
import { applyDrift, changeTemplate, changeTemplateEntries, deleteTemplate } from '../projects/template-changes'
import { maxTemplateEntries } from '../projects/template-content'
import { customerUserProfiles } from './customer-user-profiles'
import { changeOrganization, deleteOrganization, importOrganizations, mergeOrganizations } from './organization-changes'

/** Maximum number of rows of a change set: cells, people times projects. */
const maxRows = 50_000

/** The same for an import from files. */
const maxImportedRows = 200_000

/** Maximum number of non-empty rows of one file. */
export const mostFileRows = 100_000

/** Maximum size of a file for a change set, in bytes before base64. */
export const maxAccessFileBytes = 8 * 1_024 * 1_024

/** Maximum number of people to whom somebody's access is copied at once. */
export const maxCopiedTo = 1_000

/** Maximum number of people removed from all projects at once. */
const maxRemovedUsers = 10_000

/** Maximum number of people invited at once. */
export const mostInvitedAtOnce = 200

// Rows are validated one by one, so that one bad row does not reject the others: only sizes are checked here.
const email = z.string().max(320)
const day = z.string().max(40).nullable()

/** A level as a number, or as the name used in a spreadsheet (parsed by `parseLevel`). */
const level = z.union([z.number(), z.string().max(100)])

/** Ids of login methods; an empty list inherits. */
const loginMethods = z.array(z.string().max(100)).max(100)

const seenLevel = z.int().min(0).max(100)

/** The terms of a membership as it was last read, in the words of a row's `before`. Omitted ones are not compared. */
const seenTerms = z.strictObject({
  privilegeLevel: seenLevel.optional(),
  /** For a guest, their `expirationDate`. Compared by the second. */
  accessUntil: instant.nullable().optional(),
  providers: loginMethods.optional(),
})

/** The requested access of a person to a project. Omitted fields stay unchanged. */
export const roleCell = z.strictObject({
  user: email,
  project: z.string().max(100),
  /** 0 ends the membership. May be omitted only for existing members. */
  level: level.optional(),
  /** The last day, or null for no end. For a guest, their `expirationDate`. */
  accessUntil: day.optional(),
  /** The login methods allowed there. */
  providers: loginMethods.optional(),
  /** The level last seen, 0 for no membership, or all terms: with any other the row is a conflict `changedMeanwhile`. */
  expected: z.union([seenLevel, seenTerms]).optional(),
  /** Likewise the version of the membership last seen, 0 for none. A membership that was ended and given anew can have it again. */
  expectedVersion: z.int().min(0).optional(),
})

/** The requested access of an invited person to a project. */
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

/** A change of the customer's profile of a person; omitted fields stay unchanged. */
const profileChange = z.strictObject({
  ...profileFields.shape,
  /** The version of the profile last seen, 0 for none: with any other the row is a conflict `changedMeanwhile`. */
  expectedVersion: z.int().min(0).optional(),
  /** Likewise the values last seen of the changed fields. */
  expected: profileFields.optional(),
})

export type ProfileChange = z.output<typeof profileChange>

/**
 * Instead of all else: the id of an undone change set to repeat. A row that differs from its state before is a conflict
 * `changedMeanwhile`.
 */
const again = z.string().max(100).optional()

/** A file in base64. */
const file = z.string().max(Math.ceil(maxAccessFileBytes / 3) * 4, 'tooLarge')

/** The input of each kind of change set. */
export const changeSetInputs = {
  /** Cells of the grid: a range, a fill, a paste. `again` repeats any change of memberships ({@link redoneById}). */
  roles: z.strictObject({ cells: z.array(roleCell).min(1, 'required').max(maxRows, 'tooManyRows').optional(), again }),
  /** Copies one person's access to others: the same level and end in each project of that person. */
  'copy-access': z.strictObject({ from: email, to: z.array(email).min(1, 'required').max(maxCopiedTo, 'tooManyRows') }),
  /**
   * A file of `email;project;role;end date`, as CSV (`;`, `,` or tab) or XLSX, with or without a header line. A project is identified by
   * its id, its external id or its name.
   */
  'access-file': z.strictObject({ name: z.string().max(200).optional(), file }),
  /** Removes all memberships of these people except where they are the owner. */
  'remove-from-all-projects': z.strictObject({
    users: z.array(email).min(1, 'required').max(maxRemovedUsers, 'tooManyRows'),
  }),
  /** Adds known or unknown people to a project and notifies them by mail; emails as they were pasted. */
  invitations: z.strictObject({
    project: z.string().max(100),
    emails: z.array(email).min(1, 'required').max(mostInvitedAtOnce, 'tooManyRows'),
    level,
    accessUntil: day.optional(),
    /** The login methods allowed there. */
    providers: loginMethods.default([]),
  }),
  /** Changes an existing person in one step: the customer's profile and the access to projects. `again` repeats another one. */
  user: z.strictObject({
    user: email.optional(),
    profile: profileChange.optional(),
    cells: z
      .array(roleCell.omit({ user: true }))
      .max(maxRows, 'tooManyRows')
      .optional(),
    again,
  }),
  /** Adds a person by email in one step: the customer's profile, and the projects they are invited to. */
  'new-user': z.strictObject({
    user: email,
    profile: profileFields.optional(),
    roles: z.array(newRole).max(mostInvitedAtOnce, 'tooManyRows'),
  }),
  /** The login methods of a project; an empty list inherits. */
  'project-login-methods': z.strictObject({
    project: z.string().max(100),
    providers: loginMethods,
    /** The version of the project last seen: with any other the row is a conflict `changedMeanwhile`. */
    expectedVersion: z.int().min(1).optional(),
    /** Likewise the login methods last seen. */
    expected: loginMethods.optional(),
  }),
  /** An archive of directory files about people of one verified domain. */
  'ad-import': z.strictObject({
    domain: z.string().max(254).toLowerCase(),
    name: z.string().max(200).optional(),
    file,
  }),
  organization: changeOrganization,
  'delete-organization': deleteOrganization,
  'merge-organizations': mergeOrganizations,
  'import-organizations': importOrganizations,
  template: changeTemplate,
  'template-entries': changeTemplateEntries,
  'template-drift': applyDrift,
  'delete-template': deleteTemplate,
  'dashboard-widgets': changeDashboardCard,
} as const

/** The kinds of change sets. */
export type ChangeSetKind = keyof typeof changeSetInputs

/** The input of a kind as it is sent. */
export type ChangeSetInput<K extends ChangeSetKind> = z.input<(typeof changeSetInputs)[K]>

/** The kinds that are redone by `again`, and the kind of their redo. */
export const redoneById = {
  roles: 'roles',
  'copy-access': 'roles',
  'access-file': 'roles',
  'remove-from-all-projects': 'roles',
  user: 'user',
} as const satisfies Partial<Record<ChangeSetKind, ChangeSetKind>>

export const isRedoneById = (kind: ChangeSetKind): kind is keyof typeof redoneById => Object.hasOwn(redoneById, kind)

/** Maximum number of rows of each kind: more are rejected with `tooManyRows`, which names the limit. */
export const maxRowsByKind: Readonly<Record<ChangeSetKind, number>> = {
  roles: maxRows,
  'copy-access': maxRows,
  'access-file': maxImportedRows,
  'remove-from-all-projects': maxRows,
  invitations: mostInvitedAtOnce,
  user: maxRows,
  'new-user': mostInvitedAtOnce + 1,
  'project-login-methods': 1,
  'ad-import': maxImportedRows,
  organization: 1,
  'delete-organization': maxRows,
  'merge-organizations': maxRows,
  'import-organizations': maxImportedRows,
  template: 1,
  'template-entries': 2 * maxTemplateEntries,
  'template-drift': maxRows,
  'delete-template': 1,
  'dashboard-widgets': 4 * maxWidgets,
}

export const changeSetKinds = Object.keys(changeSetInputs) as [ChangeSetKind, ...ChangeSetKind[]]

/** Splits a pasted text into email addresses, separated by line, comma, semicolon or whitespace; `Name <address>` is accepted as well. */
export function splitAddresses(text: string): string[] {
  const bracketed = [...text.matchAll(/<([^<>\s]+)>/g)].map(([, address = '']) => address)
  const plain = text
    .replaceAll(/"[^"\n]*"|[^,;\t\n]*<[^<>\n]*>/g, ' ')
    .split(/[\s,;]+/)
    .filter((part) => part !== '')
  return [...bracketed, ...plain]
}
