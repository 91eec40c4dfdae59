import { z } from 'zod'
import { call } from '../jsonapi/call'
import { creationStates } from './creation-state'
import { countOfKind, skippedEntry } from './template-application'

/**
 * The steps of creating a project from a template, in order; the web has their names. Each kind of content adds its step here, and the step
 * of that name on the server.
 */
export const creationSteps = [
  'settings',
  'features',
  'people',
  'folder-labels',
  'workflows',
  'checklists',
  'groups',
  'label-groups',
  'report-templates',
  'takt-trains',
  'custom-views',
  'folders',
  'buildings',
  'ifc-models',
  'dashboard-widgets',
] as const
export type CreationStep = (typeof creationSteps)[number]

/** Maximum number of skipped entries reported for a project. */
export const maxReportedSkips = 100

/** The progress of creating a project. */
export const creationProgress = z.object({
  state: z.enum([...creationStates, 'complete']),
  /** Completed and total steps. */
  done: z.int().min(0),
  total: z.int().min(0),
  /** The running or failed step; null when complete. */
  step: z.enum(creationSteps).nullable(),
  /** A step failed and is retried automatically, a few times within three minutes, before it counts as failed. */
  isDelayed: z.boolean(),
  /** Why it failed: the template was deleted, or an internal error. Both can be retried. */
  failure: z.enum(['templateGone', 'internal']).nullable(),
  /** Number of resources of each kind copied so far. */
  brought: z.array(countOfKind),
  /** Entries of the template that could not be copied so far: the first ones, and their total. */
  skipped: z.array(skippedEntry).max(maxReportedSkips),
  skippedCount: z.int().min(0),
})

export type CreationProgress = z.output<typeof creationProgress>

const parameters = z.object({ id: z.string() })

/** The creation progress of a project, for everybody who can see it; a project without a template is complete from the beginning. */
export const readCreationProgress = call({
  method: 'GET',
  path: '/mgw/api/v2/projects/{id}/creation',
  summary: 'How far the making of a project is',
  parameters,
  answer: creationProgress,
  problems: ['notFound'],
})

/** Resumes a failed creation. For those who administer the project. No effect unless it failed. */
export const retryCreation = call({
  method: 'POST',
  path: '/mgw/api/v2/projects/{id}/creation/retry',
  summary: 'Try again to make a project whose making failed',
  parameters,
  answer: creationProgress,
  status: 202,
  problems: ['notFound'],
})
