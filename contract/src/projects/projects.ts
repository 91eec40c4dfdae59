import { z } from 'zod'
import { flag, instant, line, name, paragraph } from '../jsonapi/fields'
import { type Draft, type Entity, many, oneOrNone, type Patch, resource } from '../jsonapi/resource'
import { privilegeLevel } from '../people/privilege-levels'
import { creationState } from './creation-state'

/** Whether a project's content can be reached; `Starting` is our addition to the specification's three. */
export const projectStatuses = ['Starting', 'Running', 'Stopped', 'Crashed'] as const

/** Days of the trial that a new project of a person without a customer starts with (account-portal chapter 9). */
export const trialDays = 10

/** Days after which a deleted project is purged (contract §2). */
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
    /** Null in a creation: derived from the template and the creating person. Never null afterwards. */
    customer: oneOrNone('customers'),
    /** Null in a creation: the creating person. Never null afterwards. */
    owner: oneOrNone('users'),
    features: many('features'),
    /** The login methods that members may use; an empty list inherits from the customer. */
    providers: many('sso-providers'),
    status: z.enum(projectStatuses),
    /** When it crashed; null unless it has. Our addition. */
    crashedAt: instant.nullable(),
    /** Null once its creation is complete; our addition. */
    creationState: creationState.nullable(),
    isHibernated: z.boolean(),
    /** Deleted: hidden, and purged {@link purgedAfterDays} days after `deletedAt`. */
    isInactive: z.boolean(),
    isLibrary: z.boolean(),
    templateProjectId: z.string().min(1).max(254).nullable(),
    projectTemplateId: z.string().min(1).max(254).nullable(),
    /**
     * True at creation: copies the members of the source project, if the creating person administers it and the new project belongs to the
     * same customer. Write-only.
     */
    copyPeople: z.boolean().optional(),
    /** Account data of the CRM: null for those who do not administer the customer. */
    salesforceAccountId: line(100).nullable(),
    salesforceAccountName: line().nullable(),
    salesforceProjectId: line(100).nullable(),
    trialEndsAt: instant.nullable(),
    /** The requesting person's level: null without a membership, 25 for administrators of the customer. */
    privilegeLevel: z.literal(Object.values(privilegeLevel)).nullable(),
    /** The time zone of its customer, in which end dates are days; our addition. */
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
