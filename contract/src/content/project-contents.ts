import { z } from 'zod'
import { type Entity, one, resource } from '../jsonapi/resource'
import { searchText } from './content-fields'

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

/** The types in the list of a project's contents, which entries of templates can select: also the widgets of its card. */
export const listedTypes = [...copiedTypes, 'dashboard-widgets'] as const

/** Everything in projects that can be copied, in one list (admin-console chapters 3 and 7). */
export const projectContents = resource('project-contents', {
  fields: {
    entityType: z.enum(listedTypes),
    name: z.string(),
    /** The id of the record, whose type is `entityType`. */
    record: z.string(),
    project: one('projects'),
    contentHash: z.string(),
  },
  readOnly: ['entityType', 'name', 'record', 'project', 'contentHash'],
  filters: { project: z.string().max(254), entityType: z.enum(listedTypes), q: searchText },
  sorts: ['name'],
  // Loaded completely by the tree of a project's contents.
  maxPageSize: 5_000,
  // Of a project that the person cannot open.
  listProblems: ['notFound'],
})

export type ListedType = (typeof listedTypes)[number]

export type ProjectContent = Entity<typeof projectContents>
