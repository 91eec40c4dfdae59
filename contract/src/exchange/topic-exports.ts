import { z } from 'zod'
import { stateKinds } from '../content/workflows'
import { call } from '../jsonapi/call'
import { day, fileContent, instant, line } from '../jsonapi/fields'
import { projectFilter } from './projects-csv'

export const topicExportFormats = ['json', 'csv', 'xlsx'] as const
export type TopicExportFormat = (typeof topicExportFormats)[number]

/** The download file name. */
export const topicsFileName = (format: TopicExportFormat): string => `Topics.${format}`

/** The columns of the tables, in order. */
export const topicExportColumns = [
  ...(['projectName', 'number', 'title', 'text', 'workflowName', 'state', 'stateKind', 'priority', 'dueDate'] as const),
  ...(['labels', 'assignee', 'stateSince', 'createdAt', 'updatedAt', 'project', 'id', 'bcfGuid'] as const),
] as const

export type TopicExportColumn = (typeof topicExportColumns)[number]

/** Maximum number of listed projects. */
const maxExportedProjects = 5_000

/** Days until a finished file is deleted. */
export const topicExportDays = 7

/** An export of topics, as its creator sees it. */
export const topicExport = z.object({
  id: z.string(),
  format: z.enum(topicExportFormats),
  /** `waiting` until a worker takes it, and again after a restart. */
  state: z.enum(['waiting', 'writing', 'done', 'failed']),
  /** Number of exported projects. */
  projects: z.int(),
  /** Number of projects omitted because the requesting session's login method does not open them. */
  omittedProjects: z.int(),
  /** Number of projects omitted because they are stopped, crashed or deleted. */
  unavailableProjects: z.int(),
  /** Topics written so far, and their total once counted. */
  topics: z.int(),
  total: z.int().nullable(),
  /** Bytes of the file. */
  size: z.int().nullable(),
  createdAt: instant,
  /** When it is deleted. */
  expiresAt: instant,
})

export type TopicExport = z.output<typeof topicExport>

/** Starts an export of the topics of a customer's projects into a file, written by a job. For administrators of the customer. */
export const startTopicExport = call({
  method: 'POST',
  path: '/mgw/api/v1/topics/exports',
  summary: 'Have the topics of projects written into a file',
  body: z.strictObject({
    customer: z.string().max(254),
    /** Default: all that match the filter. */
    projects: z.array(z.string().max(100)).min(1, 'required').max(maxExportedProjects, 'tooLong').optional(),
    filter: projectFilter.optional(),
    /** Names of workflows; default all. */
    workflows: z.array(z.string().max(200)).min(1, 'required').max(200, 'tooLong').optional(),
    stateKinds: z.array(z.enum(stateKinds)).min(1, 'required').max(stateKinds.length, 'tooLong').optional(),
    /** Days of creation in the customer's time zone, both inclusive. */
    from: day.optional(),
    to: day.optional(),
    format: z.enum(topicExportFormats),
    /** Headings in the order of {@link topicExportColumns}; default the column names. */
    headings: z.array(line(200)).length(topicExportColumns.length).optional(),
  }),
  answer: topicExport,
  status: 201,
  problems: ['tooManyRequests', 'unknownReference'],
})

/** The person's own exports of a customer's topics that have not expired, latest first. */
export const listTopicExports = call({
  method: 'GET',
  path: '/mgw/api/v1/topics/exports',
  summary: "The person's own exports of topics",
  query: z.strictObject({ customer: z.string().max(254) }),
  answer: z.object({ data: z.array(topicExport) }),
})

/** The names of the workflows in those projects of a customer that the person can see. */
export const listTopicWorkflows = call({
  method: 'GET',
  path: '/mgw/api/v1/topics/exports/workflows',
  summary: 'The names of the workflows in the projects of a customer',
  query: z.strictObject({ customer: z.string().max(254) }),
  answer: z.object({ data: z.array(z.string()) }),
})

/** The file, as long as its creator may read every project in it. */
export const downloadTopicExport = call({
  method: 'GET',
  path: '/mgw/api/v1/topics/exports/{id}/file',
  summary: 'The file of an export of topics',
  parameters: z.object({ id: z.string() }),
  answer: fileContent,
  mediaType: 'application/json',
  otherMediaTypes: ['text/csv', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'],
  problems: ['notFound', 'objectStoreAway'],
})

/** Cancels a running export, or deletes its file. */
export const removeTopicExport = call({
  method: 'DELETE',
  path: '/mgw/api/v1/topics/exports/{id}',
  summary: 'Cancel or remove an export of topics',
  parameters: z.object({ id: z.string() }),
  problems: ['notFound'],
})
