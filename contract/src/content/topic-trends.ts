import { z } from 'zod'
import { call } from '../jsonapi/call'

/** Maximum length of a trend, in days. */
export const maxTrendDays = 3_660

/** Numbers of topics by day, as lists of equal length. */
export const topicTrend = z.object({ labels: z.array(z.iso.date()), open: z.array(z.int()), closed: z.array(z.int()) })

/**
 * Number of open and closed topics at the end of each day, oldest first, ending today, in the time zone of the customer (admin-console
 * chapters 2 and 7). Open means not closed. Without a workflow, of all topics; deleted topics only if requested.
 */
export const readTopicTrends = call({
  method: 'POST',
  path: '/project-{project}/api/v1/topics/trends',
  summary: 'How many topics were open and closed, day by day',
  parameters: z.object({ project: z.string() }),
  body: z.strictObject({
    days: z.int().min(1).max(maxTrendDays),
    selectors: z
      .strictObject({ isDeleted: z.boolean().default(false), workflow: z.string().max(254).nullable().default(null) })
      .prefault({}),
  }),
  answer: topicTrend,
  problems: ['notFound', 'projectStopped', 'unknownReference', 'loginMethodRequired'],
})
