import { z } from 'zod'
import { flag, instant } from '../jsonapi/fields'
import { type Draft, type Entity, many, one, oneOrNone, type Patch, resource } from '../jsonapi/resource'
import type { Environment } from '../settings/environments'
import { lastDay } from './guest-expiration'
import { hasRealUsers } from './permissions'
import { assignableLevels, effectiveLevel, type PrivilegeLevel, privilegeLevel } from './privilege-levels'

/** A login within this time makes a member `loggedLastMonth`, in milliseconds (account-portal chapter 9). */
export const lastMonthMs = 30 * 24 * 3_600_000

/**
 * Whether an installation exposes last logins to projects: not where real people work (admin-console chapter 6). There all calls respond as
 * if nobody had logged in.
 */
export const exposesLastLogins = (environment: Environment): boolean => !hasRealUsers(environment)

/** A membership that ends within this many days ends soon. */
export const endsSoonDays = 14

/** How many days before its end a member, and whoever gave the membership, are notified by mail. */
export const endReminderDays = [14, 3] as const

const level = z.literal(Object.values(privilegeLevel))

/**
 * A person's membership in a project (admin-console chapter 3). A creation names the person by email; an unknown person is added to the
 * customer's people. Changing the level to 0 removes the membership.
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
    /** Guests only: 23:59:59 of the last day in the customer's time zone; a date is accepted as well. */
    expirationDate: lastDay.nullable(),
    /** The same for other members. */
    accessUntil: lastDay.nullable(),
    /** The login methods this member may use here; an empty list inherits from the project, then the customer. */
    providers: many('sso-providers'),
    /** Ids of those of `providers` that are not built in. */
    ssoProviders: z.array(z.string()),
    /** False at creation: no invitation is sent. Write-only; `invited` tells. */
    sendInvitation: z.boolean().optional(),
    invited: z.boolean(),
    invitedBy: oneOrNone('users'),
    organization: z.string(),
    userOrganization: oneOrNone('user-organizations'),
    /** Null where the installation does not expose it ({@link exposesLastLogins}); `loggedLastMonth` is then false. */
    lastLogin: instant.nullable(),
    loggedLastMonth: z.boolean(),
    /** The level given by the customer's directory, which the next import restores; null for memberships not managed by it. */
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
    /** Memberships that end within {@link endsSoonDays} days and have not ended. */
    endsSoon: flag,
  },
  sorts: ['email', 'name', 'privilegeLevel', 'lastLogin'],
  includes: ['user', 'project', 'userOrganization', 'providers'],
})

export type ProjectMember = Entity<typeof projectMembers>
export type ProjectMemberDraft = Draft<typeof projectMembers>
export type ProjectMemberPatch = Patch<typeof projectMembers>

/** When a membership ends, of a guest or another member: RFC 3339 in UTC; null if it does not. */
export const endOf = (member: Partial<Pick<ProjectMember, 'expirationDate' | 'accessUntil'>>): string | null =>
  member.expirationDate ?? member.accessUntil ?? null

type Membership = Pick<ProjectMember, 'user' | 'privilegeLevel'>

/** Owners, customer administrators and the actor themselves (by email) cannot be edited (security G5). */
export const isLocked = (member: Membership, actor: string): boolean =>
  member.user === actor || member.privilegeLevel >= privilegeLevel.customerAdmin

/** An actor's roles with regard to a project. */
export interface ProjectRoles {
  isStaff: boolean
  administersCustomer: boolean
  /** Their own membership's level, 0 without one. */
  level: number
}

/** The level with which an actor acts in a project: staff above all, then owner, customer administrator, and so on. */
export const actingLevel = ({ isStaff, administersCustomer, level }: ProjectRoles): number =>
  isStaff ? Number.POSITIVE_INFINITY : effectiveLevel(level, administersCustomer)

/** Administrators of the project and all higher levels may add, change and remove its members. */
export const mayManageMembers = (roles: ProjectRoles): boolean => actingLevel(roles) >= privilegeLevel.admin

/** The levels that an actor may give: those below their own, never customer administrator or owner (security G5). */
export const grantableLevels = (roles: ProjectRoles): PrivilegeLevel[] =>
  mayManageMembers(roles) ? assignableLevels.filter((level) => level < actingLevel(roles)) : []

/** Whether an actor may change or remove this member: one below their own level who is not locked. */
export const mayChangeMember = (roles: ProjectRoles, member: Membership, actor: string): boolean =>
  mayManageMembers(roles) && !isLocked(member, actor) && member.privilegeLevel < actingLevel(roles)
