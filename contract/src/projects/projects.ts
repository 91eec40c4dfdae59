import { z } from 'zod'
import { flag, instant, line, name, paragraph } from '../jsonapi/fields'
import { type Draft, type Entity, many, oneOrNone, type Patch, resource } from '../jsonapi/resource'
import { privilegeLevel } from '../people/privilege-levels'
import { creationState } from './creation-state'

/** Whether a project's content can be reached; `Starting` is our addition to the specification's three. */
export const projectStatuses = ['Starting', 'Running', 'Stopped', 'Crashed'] as const

/** Days of the trial that a person without a customer begins with a new project (account-portal chapter 9). */
export const trialDays = 10

/** Days after which a deleted project is gone for good (contract §2). */
export const purgedAfterDays = 30

/** A project (both specifications, chapter 3). */
export const projects = resource('projects', {
  fields: {
    name: name(),
    /** The absolute address of the project's home. */
    projectUri: z.url(),
    description: paragraph().nullable(),
    /** The customer's own project number. */
    externalId: line(100).nullable(),
    /** Null in a creation: chosen from the template and the person who creates. Never null afterwards. */
    customer: oneOrNone('customers'),
    /** Null in a creation: the person who creates. Never null afterwards. */
    owner: oneOrNone('users'),
    features: many('features'),
    /** The login methods that members may use; none inherits from the customer. */
    providers: many('sso-providers'),
    status: z.enum(projectStatuses),
    /** Since when it is crashed; null unless it is. Our addition. */
    crashedAt: instant.nullable(),
    /** Null once it has everything that its template brings; our addition. */
    creationState: creationState.nullable(),
    isHibernated: z.boolean(),
    /** Deleted: hidden, and purged {@link purgedAfterDays} days after `deletedAt`. */
    isInactive: z.boolean(),
    isLibrary: z.boolean(),
    templateProjectId: z.string().min(1).max(254).nullable(),
    projectTemplateId: z.string().min(1).max(254).nullable(),
    /**
     * True at creation: the members of the project that this one is made from come along, for whom administers that one and makes
     * the new one for the same customer. Never read.
     */
    copyPeople: z.boolean().optional(),
    /** Account data of the customer relations system: null for those who do not administer the customer. */
    salesforceAccountId: line(100).nullable(),
    salesforceAccountName: line().nullable(),
    salesforceProjectId: line(100).nullable(),
    trialEndsAt: instant.nullable(),
    /** The level of the person who asks: null without a membership, 25 for administrators of the customer. */
    privilegeLevel: z.literal(Object.values(privilegeLevel)).nullable(),
    /** The time zone of its customer, which end dates are days of; our addition. */
    timeZone: z.string(),
    createdAt: instant,
    updatedAt: instant,
    deletedAt: instant.nullable(),
  },
  readOnly: [
    'projectUri',
    'status',
    'crashedAt',
    'creationState',
    'trialEndsAt',
    'privilegeLevel',
    'timeZone',
    'createdAt',
    'updatedAt',
    'deletedAt',
  ],
  createOnly: ['templateProjectId', 'projectTemplateId', 'copyPeople'],
  defaults: { features: [], providers: [], isHibernated: false, isInactive: false, isLibrary: false },
  filters: {
    customer: z.string(),
    isLibrary: flag,
    isHibernated: flag,
    isInactive: flag,
    status: z.enum(projectStatuses),
    /** The owner's email. */
    owner: z.string().max(254),
    q: z.string().max(200),
  },
  sorts: ['name', 'createdAt', 'externalId'],
  includes: ['customer', 'owner', 'features', 'providers'],
})

export type Project = Entity<typeof projects>
export type ProjectDraft = Draft<typeof projects>
export type ProjectPatch = Patch<typeof projects>
