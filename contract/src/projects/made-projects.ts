import { z } from 'zod'
import { instant } from '../jsonapi/fields'
import { type Entity, one, oneOrNone, resource } from '../jsonapi/resource'

const count = z.int().min(0)

/**
 * A project created from a project template, and the drift between the two; its id is the project's. For administrators of the project's
 * customer. Drift is applied by a change set of kind `template-drift`.
 */
export const madeProjects = resource('made-projects', {
  fields: {
    project: one('projects'),
    projectName: z.string(),
    /** The template's id; it may have been deleted since. */
    template: z.string(),
    /** The version of the template that the project was created from or last updated to. */
    templateVersion: count,
    /** The current version of the template; null when it was deleted. */
    currentVersion: count.nullable(),
    madeAt: instant,
    madeBy: oneOrNone('users'),
    /** Number of entries added to the template since, and of those removed. */
    entriesGained: count,
    entriesLost: count,
    /** Number of copies changed in the project since, and of those deleted there. */
    changedInProject: count,
    deletedInProject: count,
    /** Number of copies whose resource was changed in its library since, and of those whose resource was deleted there. */
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
  // As many projects as one plan may update.
  maxPageSize: 500,
})

export type MadeProject = Entity<typeof madeProjects>
