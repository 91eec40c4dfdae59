import { z } from 'zod'
import { call } from '../jsonapi/call'

/** The longest trend, in days. */
export const mostTrendDays = 3_660

/** Numbers of topics day by day, lists of equal length. */
export const topicTrend = z.object({ labels: z.array(z.iso.date()), open: z.array(z.int()), closed: z.array(z.int()) })

/**
 * How many topics were open and closed at the end of each day, the oldest first, today last, in the time zone of the customer
 * (admin-console chapters 2 and 7). Open are those that are not closed. Without a workflow, of all of them; deleted topics only
 * when they are asked for.
 */
export const readTopicTrends = call({
  method: 'POST',
  path: '/project-{project}/api/v1/topics/trends',
  summary: 'How many topics were open and closed, day by day',
  parameters: z.object({ project: z.string() }),
  body: z.strictObject({
    days: z.int().min(1).max(mostTrendDays),
    selectors: z
      .strictObject({ isDeleted: z.boolean().default(false), workflow: z.string().max(254).nullable().default(null) })
      .prefault({}),
  }),
  answer: topicTrend,
  problems: ['notFound', 'projectStopped', 'unknownReference', 'loginMethodRequired'],
})
