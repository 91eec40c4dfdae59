import { z } from 'zod'
import { checklistStatuses } from '../content/checklist-statuses'
import { topicTrend } from '../content/topic-trends'
import { workflowStatuses } from '../content/workflow-statuses'
import { call } from '../jsonapi/call'
import { instant } from '../jsonapi/fields'
import { projectStats } from './project-stats'

/** Most widgets whose figures one call reads: more than a screen shows. */
export const mostFiguresAtOnce = 100

/** The days of a widget's trend (admin-console chapter 9). */
export const widgetTrendDays = 365

const identity = { id: z.string(), version: z.int() }

/**
 * What stands behind a widget: its figures can be read, or why not. `moved` is a widget that is not, or no longer, on a dashboard
 * that the person sees: its project went to another customer.
 */
export const widgetState = z.enum(['read', 'deleted', 'hibernated', 'stopped', 'crashed', 'moved'])

/** The figures of a widget: those of its type, when they can be read. */
export const widgetFigures = z.object({
  id: z.string(),
  state: widgetState,
  /** When the figures were read. */
  readAt: instant,
  /** The name of the workflow that a chart is about; left out where it is about all of them. */
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

/** The figures of a screenful of widgets, of any projects, in the order in which they were asked for. */
export const readFigures = call({
  method: 'POST',
  path: '/mgw/api/v3/dashboard-figures',
  summary: 'What the widgets of a dashboard show, of many projects at once',
  body: z.strictObject({ widgets: z.array(z.string().max(254)).min(1, 'required').max(mostFiguresAtOnce, 'tooLong') }),
  answer: z.object({ widgets: z.array(widgetFigures) }),
})
