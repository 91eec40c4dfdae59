import { z } from 'zod'
import { flag, instant } from '../jsonapi/fields'
import { type Draft, type Entity, many, one, oneOrNone, type Patch, resource } from '../jsonapi/resource'
import { lastDay } from './guest-expiration'
import { type Environment, isForRealPeople } from './permissions'
import { givenLevels, type PrivilegeLevel, privilegeLevel } from './privilege-levels'

/** A last login within this time makes a member `loggedLastMonth`, in milliseconds (account-portal chapter 9). */
export const lastMonthMs = 2_592_000_000

/**
 * Whether an installation tells when somebody was last in a project: not where real people work (admin-console chapter 6).
 * There every call answers as if nobody had been.
 */
export const tellsLastLogins = (environment: Environment): boolean => !isForRealPeople(environment)

/** A membership that ends within so many days ends soon. */
export const endsSoonDays = 14

/** Days before its end on which a member, and whoever gave the membership, are told by mail. */
export const endReminderDays = [14, 3] as const

const level = z.literal(Object.values(privilegeLevel))

/**
 * A person's membership in a project (admin-console chapter 3). A creation names the person by email; somebody whom
 * nobody knows yet is added to the customer's people. A change to level 0 removes the membership.
 */
export const projectMembers = resource('project-members', {
  fields: {
    user: one('users'),
    email: z.string(),
    name: z.string(),
    project: one('projects'),
    customer: one('customers'),
    privilegeLevel: level,
    guest: z.boolean(),
    /** Guests only: 23:59:59 of the last day, in the customer's time zone; a date is understood as well. */
    expirationDate: lastDay.nullable(),
    /** The same for other members. */
    accessUntil: lastDay.nullable(),
    /** The login methods this member may use here; none inherits from the project, then the customer. */
    providers: many('sso-providers'),
    /** Ids of those of `providers` that are not built in. */
    ssoProviders: z.array(z.string()),
    /** False at creation: no invitation is written. Never read; `invited` tells. */
    sendInvitation: z.boolean().optional(),
    invited: z.boolean(),
    invitedBy: oneOrNone('users'),
    organization: z.string(),
    userOrganization: oneOrNone('user-organizations'),
    /** Null where the installation does not tell it ({@link tellsLastLogins}); `loggedLastMonth` is false there. */
    lastLogin: instant.nullable(),
    loggedLastMonth: z.boolean(),
    /** The level that the customer's directory gave, to which the next import returns; null for what is not the directory's. */
    directoryLevel: level.nullable(),
    createdAt: instant,
  },
  readOnly: [
    'email',
    'name',
    'customer',
    'guest',
    'ssoProviders',
    'invited',
    'invitedBy',
    'organization',
    'userOrganization',
    'lastLogin',
    'loggedLastMonth',
    'directoryLevel',
    'createdAt',
  ],
  createOnly: ['user', 'project', 'sendInvitation'],
  defaults: { providers: [] },
  filters: {
    project: z.string(),
    user: z.string().max(254),
    customer: z.string(),
    /** Memberships that end within {@link endsSoonDays} days; those that are over already are not among them. */
    endsSoon: flag,
  },
  sorts: ['email', 'name', 'privilegeLevel', 'lastLogin'],
  includes: ['user', 'project', 'userOrganization', 'providers'],
})

export type ProjectMember = Entity<typeof projectMembers>
export type ProjectMemberDraft = Draft<typeof projectMembers>
export type ProjectMemberPatch = Patch<typeof projectMembers>

type Membership = Pick<ProjectMember, 'user' | 'privilegeLevel'>

/** Owners, customer administrators and yourself (by email): their level is shown, never edited (security G5). */
export const isLocked = (member: Membership, actor: string): boolean =>
  member.user === actor || member.privilegeLevel >= privilegeLevel.customerAdmin

/** Members that a bulk change to `level` would really change. */
export const changedBy = <M extends Membership>(level: PrivilegeLevel, members: readonly M[], actor: string): M[] =>
  members.filter((member) => !isLocked(member, actor) && member.privilegeLevel !== level)

/** What somebody is towards a project. */
export interface Standing {
  isStaff: boolean
  administersCustomer: boolean
  /** Their own membership's level, 0 without one. */
  level: number
}

/** The level somebody acts with in a project: staff above all, then owner, customer administrator, and so on. */
export const actingLevel = ({ isStaff, administersCustomer, level }: Standing): number =>
  isStaff ? Number.POSITIVE_INFINITY : Math.max(level, administersCustomer ? privilegeLevel.customerAdmin : 0)

/** Administrators of the project and everybody above add, change and remove its members. */
export const mayManageMembers = (standing: Standing): boolean => actingLevel(standing) >= privilegeLevel.admin

/** The levels that somebody may give: those below their own, never customer administrator or owner (security G5). */
export const grantableLevels = (standing: Standing): PrivilegeLevel[] =>
  mayManageMembers(standing) ? givenLevels.filter((level) => level < actingLevel(standing)) : []

/** Whether somebody may change or remove this member: one below themselves who is not locked. */
export const mayChangeMember = (standing: Standing, member: Membership, actor: string): boolean =>
  mayManageMembers(standing) && !isLocked(member, actor) && member.privilegeLevel < actingLevel(standing)
