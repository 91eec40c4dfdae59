import { z } from 'zod'
import { flag, instant, line, name } from '../jsonapi/fields'
import { type Entity, many, one, resource } from '../jsonapi/resource'
import { creationState } from './creation-state'
import { projectStatuses } from './projects'

const count = z.int().min(0)

/** The counters of a project's content, updated with every change. */
export const contentCounts = [
  'numBuildings',
  'numGroups',
  'numDocuments',
  'numFolders',
  'numIfc',
  'numIfcModels',
  'numTemplates',
  'numActualTopics',
  'numOpenTopics',
  'numDoneTopics',
  'numClosedTopics',
  'numChecklists',
  'numSpaces',
  'customFloorplans',
  'ifcFileSize',
] as const

/**
 * Figures of a project (admin-console chapter 3); its id is the project's. Content counters are updated with every change; expired
 * memberships are not counted.
 */
export const projectStats = resource('project-stats', {
  fields: {
    project: one('projects'),
    customer: one('customers'),
    name: name(),
    /** The customer's own project number; this and the status are our additions. */
    externalId: line(100).nullable(),
    status: z.enum(projectStatuses),
    /** Null once its creation is complete; our addition. */
    creationState: creationState.nullable(),
    isInactive: z.boolean(),
    isLibrary: z.boolean(),
    numUsers: count,
    /** Members by privilege level; administrators of the customer count as `customerAdmin`, owners as `owner`. */
    numUsersByLevel: z.object({
      guest: count,
      member: count,
      workflowsAdmin: count,
      admin: count,
      customerAdmin: count,
      owner: count,
    }),
    numBuildings: count,
    /** Counts the automatic group `@Project` of all members. */
    numGroups: count,
    numDocuments: count,
    numFolders: count,
    /** Uploaded IFC files of all models. */
    numIfc: count,
    numIfcModels: count,
    /** Report templates. */
    numTemplates: count,
    /** Topics that are not deleted: the sum of the next three. */
    numActualTopics: count,
    numOpenTopics: count,
    numDoneTopics: count,
    numClosedTopics: count,
    numChecklists: count,
    numSpaces: count,
    /** Storeys with a floor plan uploaded in the project. */
    customFloorplans: count,
    /** Bytes of the newest files of all models. */
    ifcFileSize: count,
    /** Why the project is not available: `Crashed`, or null. */
    error: z.literal('Crashed').nullable(),
    features: many('features'),
    /** The template project or project template that it was created from. */
    fromTemplateId: z.string().nullable(),
    /** Its index among the platform's default templates; null when it is none. */
    publicTemplateOrder: z.int().nullable(),
    isHibernated: z.boolean(),
    createdAt: instant,
    deletedAt: instant.nullable(),
  },
  readOnly: [
    'project',
    'customer',
    'name',
    'externalId',
    'status',
    'creationState',
    'isInactive',
    'isLibrary',
    'numUsers',
    'numUsersByLevel',
    ...contentCounts,
    'error',
    'features',
    'fromTemplateId',
    'publicTemplateOrder',
    'isHibernated',
    'createdAt',
    'deletedAt',
  ],
  filters: {
    customer: z.string(),
    isLibrary: flag,
    isHibernated: flag,
    isInactive: flag,
    status: z.enum(projectStatuses),
    /** Projects whose card has widgets. */
    hasWidgets: flag,
    q: z.string().max(200),
  },
  sorts: ['name', 'createdAt', 'numUsers', ...contentCounts],
  includes: ['project', 'customer', 'features'],
  // Lists with totals are loaded completely.
  maxPageSize: 1_000,
})

export type ProjectStat = Entity<typeof projectStats>
