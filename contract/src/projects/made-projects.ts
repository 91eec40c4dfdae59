import { z } from 'zod'
import { instant } from '../jsonapi/fields'
import { type Entity, one, oneOrNone, resource } from '../jsonapi/resource'

const count = z.int().min(0)

/**
 * A project that was made from a project template, and how far the two have drifted apart; its id is the project's. For those who
 * administer the project's customer. What has drifted is brought over by a change set of kind `template-drift`.
 */
export const madeProjects = resource('made-projects', {
  fields: {
    project: one('projects'),
    projectName: z.string(),
    /** The template's id; it may be gone since. */
    template: z.string(),
    /** The version of the template that the project has: the one it was made from, or was last brought to. */
    templateVersion: count,
    /** The version that the template is in now; null when it is gone. */
    currentVersion: count.nullable(),
    madeAt: instant,
    madeBy: oneOrNone('users'),
    /** Entries that the template has now and had not then, and the other way round. */
    entriesGained: count,
    entriesLost: count,
    /** Copies that were changed in the project since they were made, and those that were deleted there. */
    changedInProject: count,
    deletedInProject: count,
    /** Copies whose resource was changed in its library since, and those whose resource is gone from it. */
    changedInLibrary: count,
    goneFromLibrary: count,
  },
  readOnly: [
    'project',
    'projectName',
    'template',
    'templateVersion',
    'currentVersion',
    'madeAt',
    'madeBy',
    'entriesGained',
    'entriesLost',
    'changedInProject',
    'deletedInProject',
    'changedInLibrary',
    'goneFromLibrary',
  ],
  filters: { template: z.string().max(254), customer: z.string() },
  sorts: ['madeAt', 'projectName'],
  includes: ['project', 'madeBy'],
  // As many projects as one plan brings over.
  largestPage: 500,
})

export type MadeProject = Entity<typeof madeProjects>
