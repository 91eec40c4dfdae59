import { z } from 'zod'
import { copiedTypes } from '../content/project-contents'
import { call } from '../jsonapi/call'
import { templateResourceKeys } from './template-content'

/** Kinds of content that a template or another project brings into a new one, in the order of their steps. */
export const broughtTypes = [
  ...copiedTypes,
  'documents',
  'buildings',
  'spaces',
  'ifc-models',
  'dashboard-widgets',
] as const satisfies readonly string[]
export type BroughtType = (typeof broughtTypes)[number]

/** What of a template cannot be brought, and why. */
export const skippedEntry = z.object({
  /** The library was deleted, is another customer's by now, or is hibernated; or the resource of the entry is gone. */
  reason: z.enum(['libraryGone', 'libraryMoved', 'libraryHibernated', 'resourceGone']),
  sourceProjectId: z.string(),
  /** How the library is called; null when it is gone or another customer's. */
  library: z.string().nullable(),
  /** Of the entry whose resource is gone; null for a whole library. */
  key: z.enum(templateResourceKeys).nullable(),
  value: z.string().nullable(),
  renameTo: z.string().nullable(),
  /** How the resource was called when it went; null for a whole library, and of what went before that was noted. */
  name: z.string().nullable(),
  /** How many entries of the template this concerns. */
  entries: z.int().min(1),
})

export type SkippedEntry = z.output<typeof skippedEntry>

/** Content of a project that is never copied with it: what was done there. */
export const staysBehindTypes = ['topics', 'checklist-runs'] as const satisfies readonly string[]
export type StaysBehindType = (typeof staysBehindTypes)[number]

/** How many resources there are of a kind. */
export const countOfKind = z.object({ type: z.enum(broughtTypes), count: z.int().min(1) })

/** The most names of pulled-along resources that a preview tells. */
export const mostPulledAlong = 200

/** What a template, or another project, brings into a new project today. */
export const templatePreview = z.object({
  counts: z.array(countOfKind),
  /** How much each entry is today that stands for many: everything, everything below a path, a folder with what is below it. */
  sums: z.array(
    z.object({
      sourceProjectId: z.string(),
      key: z.enum(templateResourceKeys),
      value: z.string().nullable(),
      renameTo: z.string().nullable(),
      count: z.int().min(0),
    }),
  ),
  /** What comes along only because something else refers to it: the first of them by name, and how many in all. */
  pulledAlong: z.array(z.object({ type: z.enum(copiedTypes), name: z.string() })).max(mostPulledAlong),
  pulledAlongCount: z.int().min(0),
  /** What of a project that is copied whole stays behind because it was done there; nothing for a template. */
  staysBehind: z.array(z.object({ type: z.enum(staysBehindTypes), count: z.int().min(1) })),
  skipped: z.array(skippedEntry),
})

export type TemplatePreview = z.output<typeof templatePreview>

/**
 * What a template brings. For whoever may make a project from it; `choice` is `project-{id}` or `template-{id}`, as the select of
 * templates has it (admin-console chapter 5).
 */
export const readTemplatePreview = call({
  method: 'GET',
  path: '/mgw/api/v2/template-previews/{choice}',
  summary: 'What a template brings into a new project',
  parameters: z.object({ choice: z.string().max(300) }),
  answer: templatePreview,
  problems: ['notFound'],
})
