import { z } from 'zod'
import { copiedTypes } from '../content/project-contents'
import { call } from '../jsonapi/call'
import { templateResourceKeys } from './template-content'

/** Kinds of content copied from a template or another project into a new one, in the order of their steps. */
export const transferredTypes = [
  ...copiedTypes,
  'documents',
  'buildings',
  'spaces',
  'ifc-models',
  'dashboard-widgets',
] as const satisfies readonly string[]
export type TransferredType = (typeof transferredTypes)[number]

/** An entry of a template that cannot be copied, and why. */
export const skippedEntry = z.object({
  /** The library was deleted or is no library any more, moved to another customer, or is hibernated; or the resource was deleted. */
  reason: z.enum(['libraryGone', 'libraryMoved', 'libraryHibernated', 'resourceGone']),
  sourceProjectId: z.string(),
  /** The library's name; null when it was deleted or belongs to another customer. */
  library: z.string().nullable(),
  /** Of the entry whose resource was deleted; null for a whole library. */
  key: z.enum(templateResourceKeys).nullable(),
  value: z.string().nullable(),
  renameTo: z.string().nullable(),
  /** The name of the deleted resource; null for a whole library, and for resources deleted before names were recorded. */
  name: z.string().nullable(),
  /** Number of affected entries of the template. */
  entries: z.int().min(1),
})

export type SkippedEntry = z.output<typeof skippedEntry>

/** Content that is never copied with a project: the work done there. */
export const excludedTypes = ['topics', 'checklist-runs'] as const satisfies readonly string[]
export type ExcludedType = (typeof excludedTypes)[number]

/** The number of resources of a kind. */
export const countOfKind = z.object({ type: z.enum(transferredTypes), count: z.int().min(1) })

/** Maximum number of names of dependencies that a preview lists. */
export const maxPulledAlong = 200

/** What a template, or another project, would currently copy into a new project. */
export const templatePreview = z.object({
  counts: z.array(countOfKind),
  /** The current number of resources of each entry that stands for many: everything, everything below a path, a folder with its content. */
  sums: z.array(
    z.object({
      sourceProjectId: z.string(),
      key: z.enum(templateResourceKeys),
      value: z.string().nullable(),
      renameTo: z.string().nullable(),
      count: z.int().min(0),
    }),
  ),
  /** Resources included only as dependencies: the first ones by name, and their total. */
  pulledAlong: z.array(z.object({ type: z.enum(copiedTypes), name: z.string() })).max(maxPulledAlong),
  pulledAlongCount: z.int().min(0),
  /** Content of a completely copied project that is not copied because it is work done there; empty for a template. */
  staysBehind: z.array(z.object({ type: z.enum(excludedTypes), count: z.int().min(1) })),
  skipped: z.array(skippedEntry),
})

export type TemplatePreview = z.output<typeof templatePreview>

/**
 * Previews a template. For everybody who may create a project from it; `choice` is `project-{id}` or `template-{id}`, like the values of
 * the template select (admin-console chapter 5).
 */
export const readTemplatePreview = call({
  method: 'GET',
  path: '/mgw/api/v2/template-previews/{choice}',
  summary: 'What a template brings into a new project',
  parameters: z.object({ choice: z.string().max(300) }),
  answer: templatePreview,
  problems: ['notFound'],
})
