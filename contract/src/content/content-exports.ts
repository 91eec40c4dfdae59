import { z } from 'zod'
import { encodedQuery } from '../exchange/export-query'
import { call } from '../jsonapi/call'
import { appliesTo, itemTypes } from './checklists'
import { priorities } from './topics'
import { stateKinds } from './workflows'

/** The filters of an export of topics. */
export const topicExportFilters = z.strictObject({
  workflow: z.string().max(254),
  stateKind: z.enum(stateKinds),
  isDeleted: z.boolean(),
})

/** The filters of an export of checklists. */
export const checklistExportFilters = z.strictObject({ q: z.string().max(200) })

const exportedTopic = z.object({
  id: z.string(),
  number: z.int(),
  title: z.string(),
  text: z.string(),
  workflow: z.string(),
  workflowName: z.string(),
  state: z.string(),
  stateKind: z.enum(stateKinds),
  stateSince: z.string(),
  priority: z.enum(priorities),
  dueDate: z.string().nullable(),
  labels: z.array(z.string()),
  assignee: z.string().nullable(),
  bcfGuid: z.string(),
  isDeleted: z.boolean(),
  createdAt: z.string(),
  updatedAt: z.string(),
})

const exportedChecklist = z.object({
  id: z.string(),
  name: z.string(),
  appliesTo: z.enum(appliesTo),
  isRepeatable: z.boolean(),
  workflow: z.string().nullable(),
  items: z.array(z.object({ title: z.string(), type: z.enum(itemTypes) })),
  notStarted: z.int(),
  inProgress: z.int(),
  done: z.int(),
  createdAt: z.string(),
  updatedAt: z.string(),
})

const exporting = {
  method: 'GET',
  parameters: z.object({ project: z.string() }),
  query: z.strictObject({ query: encodedQuery }),
  problems: ['notFound', 'projectStopped', 'tooManyRequests', 'loginMethodRequired'],
} as const

/** All topics of a project by number, including deleted ones for readers who may see them (admin-console chapter 7). */
export const exportTopics = call({
  ...exporting,
  path: '/project-{project}/api/v1/topics/export/json',
  summary: 'The topics of a project as JSON',
  answer: z.object({ data: z.array(exportedTopic) }),
})

/** All checklists of a project by name, with the number of runs in each state. */
export const exportChecklists = call({
  ...exporting,
  path: '/project-{project}/api/v1/checklists/export/json',
  summary: 'The checklists of a project as JSON',
  answer: z.object({ data: z.array(exportedChecklist) }),
})
