import { z } from 'zod'
import { stateKinds } from '../content/workflows'
import { call } from '../jsonapi/call'
import { day, instant, line } from '../jsonapi/fields'
import { projectFilter } from './projects-csv'

export const topicExportFormats = ['json', 'csv', 'xlsx'] as const
export type TopicExportFormat = (typeof topicExportFormats)[number]

/** How the file is called when it is saved. */
export const topicsFileName = (format: TopicExportFormat): string => `Topics.${format}`

/** The columns of the tables, in their order. */
export const topicExportColumns = [
  ...(['projectName', 'number', 'title', 'text', 'workflowName', 'state', 'stateKind', 'priority', 'dueDate'] as const),
  ...(['labels', 'assignee', 'stateSince', 'createdAt', 'updatedAt', 'project', 'id', 'bcfGuid'] as const),
] as const

export type TopicExportColumn = (typeof topicExportColumns)[number]

/** How many projects may be named. */
export const mostExportedProjects = 5_000

/** Days for which a finished file is kept. */
export const topicExportDays = 7

/** An export of topics, as its maker sees it. */
export const topicExport = z.object({
  id: z.string(),
  format: z.enum(topicExportFormats),
  /** `waiting` until a worker takes it, also again after a restart. */
  state: z.enum(['waiting', 'writing', 'done', 'failed']),
  /** Projects whose topics it has. */
  projects: z.int(),
  /** Left out: the login method of the session that asked does not open them. */
  omittedProjects: z.int(),
  /** Left out: stopped, crashed or deleted. */
  unavailableProjects: z.int(),
  /** Topics written so far, and in all once they were counted. */
  topics: z.int(),
  total: z.int().nullable(),
  /** Bytes of the file. */
  size: z.int().nullable(),
  createdAt: instant,
  /** From then on it is gone. */
  expiresAt: instant,
})

export type TopicExport = z.output<typeof topicExport>

/** Asks for the topics of a customer's projects as a file, which is written by a job. For administrators of the customer. */
export const startTopicExport = call({
  method: 'POST',
  path: '/mgw/api/v1/topics/exports',
  summary: 'Have the topics of projects written into a file',
  body: z.strictObject({
    customer: z.string().max(254),
    /** Left out: all that the filter finds. */
    projects: z.array(z.string().max(100)).min(1, 'required').max(mostExportedProjects, 'tooLong').optional(),
    filter: projectFilter.optional(),
    /** Names of workflows; left out: all. */
    workflows: z.array(z.string().max(200)).min(1, 'required').max(200, 'tooLong').optional(),
    stateKinds: z.array(z.enum(stateKinds)).min(1, 'required').max(stateKinds.length, 'tooLong').optional(),
    /** Days of creation in the customer's time zone, both included. */
    from: day.optional(),
    to: day.optional(),
    format: z.enum(topicExportFormats),
    /** Stand above the columns of a table, in the order of {@link topicExportColumns}; default their names. */
    headings: z.array(line(200)).length(topicExportColumns.length).optional(),
  }),
  answer: topicExport,
  status: 201,
  problems: ['tooManyRequests', 'unknownReference'],
})

/** The exports of a customer's topics that the person asked for and that have not expired, the latest first. */
export const listTopicExports = call({
  method: 'GET',
  path: '/mgw/api/v1/topics/exports',
  summary: "The person's own exports of topics",
  query: z.strictObject({ customer: z.string().max(254) }),
  answer: z.object({ data: z.array(topicExport) }),
})

/** The names of the workflows in the projects of a customer that the person sees. */
export const listTopicWorkflows = call({
  method: 'GET',
  path: '/mgw/api/v1/topics/exports/workflows',
  summary: 'The names of the workflows in the projects of a customer',
  query: z.strictObject({ customer: z.string().max(254) }),
  answer: z.object({ data: z.array(z.string()) }),
})

/** The file, as long as its maker may read every project that is in it. */
export const downloadTopicExport = call({
  method: 'GET',
  path: '/mgw/api/v1/topics/exports/{id}/file',
  summary: 'The file of an export of topics',
  parameters: z.object({ id: z.string() }),
  answer: z.string(),
  mediaType: 'application/octet-stream',
  problems: ['notFound', 'objectStoreAway'],
})

/** Ends an export that is being written, or removes its file. */
export const removeTopicExport = call({
  method: 'DELETE',
  path: '/mgw/api/v1/topics/exports/{id}',
  summary: 'Cancel or remove an export of topics',
  parameters: z.object({ id: z.string() }),
  problems: ['notFound'],
})
