import { z } from 'zod'
import { call } from '../jsonapi/call'
import { creationStates } from './creation-state'
import { countOfKind, skippedEntry } from './template-application'

/**
 * What is brought into a new project, in this order: the web names them. Each kind of content adds its step here, and
 * the copier of that name on the server.
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

/** The most of what was skipped that is told of a project. */
export const mostSkippedTold = 100

/** How making a project goes. */
export const creationProgress = z.object({
  state: z.enum([...creationStates, 'complete']),
  /** Steps that are done, and in all. */
  done: z.int().min(0),
  total: z.int().min(0),
  /** The step at work, or the one that failed; null when complete. */
  step: z.enum(creationSteps).nullable(),
  /** Something did not work; it is tried again by itself, a few times within three minutes, before it counts as failed. */
  isDelayed: z.boolean(),
  /** Why it failed: the template is gone, or something went wrong on our side. Both can be tried again. */
  failure: z.enum(['templateGone', 'internal']).nullable(),
  /** How many resources of each kind have come so far. */
  brought: z.array(countOfKind),
  /** What of the template could not be brought, so far: the first of it, and how many entries in all. */
  skipped: z.array(skippedEntry).max(mostSkippedTold),
  skippedCount: z.int().min(0),
})

export type CreationProgress = z.output<typeof creationProgress>

const parameters = z.object({ id: z.string() })

/** How far a new project is. For whoever sees the project; a project without a template is complete from the beginning. */
export const readCreationProgress = call({
  method: 'GET',
  path: '/mgw/api/v2/projects/{id}/creation',
  summary: 'How far the making of a project is',
  parameters,
  answer: creationProgress,
  problems: ['notFound'],
})

/** Makes a project on from where it failed. For those who administer it; nothing happens when it did not fail. */
export const retryCreation = call({
  method: 'POST',
  path: '/mgw/api/v2/projects/{id}/creation/retry',
  summary: 'Try again to make a project whose making failed',
  parameters,
  answer: creationProgress,
  status: 202,
  problems: ['notFound'],
})
