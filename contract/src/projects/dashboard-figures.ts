import { z } from 'zod'
import { checklistStatuses } from '../content/checklist-statuses'
import { topicTrend } from '../content/topic-trends'
import { workflowStatuses } from '../content/workflow-statuses'
import { call } from '../jsonapi/call'
import { instant } from '../jsonapi/fields'
import { projectStats } from './project-stats'

/** Maximum number of widgets whose figures one call reads: more than a screen shows. */
export const maxFiguresPerRequest = 100

/** The days of a widget's trend (admin-console chapter 9). */
export const widgetTrendDays = 365

const identity = { id: z.string(), version: z.int() }

/**
 * Whether a widget's figures can be read, or why not. `moved`: the widget is not, or no longer, on a dashboard that the person sees,
 * because its project moved to another customer.
 */
const widgetState = z.enum(['read', 'deleted', 'hibernated', 'stopped', 'crashed', 'moved'])

/** The figures of a widget according to its type, if they can be read. */
export const widgetFigures = z.object({
  id: z.string(),
  state: widgetState,
  /** When the figures were read. */
  readAt: instant,
  /** The name of the workflow of a chart; omitted for all workflows. */
  subject: z.string().optional(),
  info: projectStats.fields
    .pick({
      createdAt: true,
      numUsers: true,
      numActualTopics: true,
      numOpenTopics: true,
      numChecklists: true,
      numDocuments: true,
      numBuildings: true,
    })
    .optional(),
  checklists: z.array(checklistStatuses.fields.extend(identity)).optional(),
  workflows: z.array(workflowStatuses.fields.extend(identity)).optional(),
  trend: topicTrend.optional(),
})

export type WidgetFigures = z.output<typeof widgetFigures>

/** The figures of several widgets of any projects, in the order of the request. */
export const readFigures = call({
  method: 'POST',
  path: '/mgw/api/v3/dashboard-figures',
  summary: 'What the widgets of a dashboard show, of many projects at once',
  body: z.strictObject({
    widgets: z.array(z.string().max(254)).min(1, 'required').max(maxFiguresPerRequest, 'tooLong'),
  }),
  answer: z.object({ widgets: z.array(widgetFigures) }),
})
