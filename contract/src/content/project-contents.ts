import { z } from 'zod'
import { type Entity, one, resource } from '../jsonapi/resource'
import { searched } from './content-fields'

/** The types of content that a template or another project can copy. */
export const copiedTypes = [
  'workflows',
  'checklists',
  'folders',
  'folder-labels',
  'groups',
  'label-groups',
  'report-templates',
  'takt-trains',
  'custom-views',
] as const

/** What the list of a project's contents names, and entries of templates can choose: the widgets of its card as well. */
export const listedTypes = [...copiedTypes, 'dashboard-widgets'] as const

/** Everything in projects that can be copied, as one list (admin-console chapters 3 and 7). */
export const projectContents = resource('project-contents', {
  fields: {
    entityType: z.enum(listedTypes),
    name: z.string(),
    /** The id of the record itself, of the type that `entityType` names. */
    record: z.string(),
    project: one('projects'),
    contentHash: z.string(),
  },
  readOnly: ['entityType', 'name', 'record', 'project', 'contentHash'],
  filters: { project: z.string().max(254), entityType: z.enum(listedTypes), q: searched },
  sorts: ['name'],
  // Read whole by the tree of a project's contents.
  largestPage: 5_000,
})

export type ListedType = (typeof listedTypes)[number]

export type ProjectContent = Entity<typeof projectContents>
