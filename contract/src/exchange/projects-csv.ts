import { z } from 'zod'
import { call } from '../jsonapi/call'
import { line } from '../jsonapi/fields'
import { timeZone } from '../people/users'
import { projectConditions } from '../projects/project-condition'
import { contentCounts } from '../projects/project-stats'
import { projectStatuses } from '../projects/projects'

/** The download file name (admin-console chapter 9). */
export const projectsCsvName = 'Projects.csv'

/** The response header with the number of projects omitted because their login methods require another sign-in (contract §6). */
export const omittedProjectsHeader = 'Omitted-Projects'

/** Numeric columns. */
export const projectCsvNumbers = ['numUsers', ...contentCounts, 'publicTemplateOrder'] as const

/** The fixed columns; in addition, each feature is a column by its id. */
export const projectCsvColumns = [
  ...(['name', 'externalId', 'description', 'customer', 'owner', 'state', 'providers', 'project'] as const),
  ...(['createdAt', 'deletedAt', 'isHibernated', 'error', 'fromTemplateId'] as const),
  ...projectCsvNumbers,
] as const

export type ProjectCsvColumn = (typeof projectCsvColumns)[number]

/** Cell values for states and booleans, which the caller may translate. */
export const projectCsvLabels = ['yes', ...projectConditions] as const

/** The possible sort columns, each of which has an index. */
export const projectCsvSorts = ['name', 'createdAt', 'externalId'] as const

const sortKey = z.strictObject({ by: z.enum(projectCsvSorts), isDescending: z.boolean().optional() })
type SortKey = z.input<typeof sortKey>

/** Sort keys by precedence. One key need not be in a list; its problems then have the pointers of what was sent. */
const sortKeys = z.preprocess(
  (sent: SortKey | readonly SortKey[], { issues }): unknown => {
    if (Array.isArray(sent)) return sent
    const { data, error } = sortKey.safeParse(sent)
    for (const issue of error?.issues ?? []) issues.push({ ...issue, input: sent } as z.core.$ZodRawIssue)
    return data ? [data] : []
  },
  z.array(sortKey).max(projectCsvSorts.length, 'tooLong'),
)

/** The filters of exported projects, as in the lists of projects. */
export const projectFilter = z
  .strictObject({
    isLibrary: z.boolean(),
    isHibernated: z.boolean(),
    isInactive: z.boolean(),
    status: z.enum(projectStatuses),
    /** The owner's email. */
    owner: z.string().max(254),
    q: z.string().max(200),
  })
  .partial()

/**
 * Streams projects as a `;`-separated file (contract §4) with the requested columns in order. Those of one customer for its readers, all
 * for staff.
 */
export const exportProjectsCsv = call({
  method: 'POST',
  path: '/mgw/api/v1/projects/export/csv',
  summary: 'Projects as a semicolon-separated file, with the columns that are asked for',
  body: z.strictObject({
    customer: z.string().max(254).optional(),
    columns: z
      .array(
        z.strictObject({
          /** One of {@link projectCsvColumns}, or the id of a feature. */
          id: z.string().min(1).max(200),
          /** Heading of the column; default its id. */
          heading: line(200).optional(),
        }),
      )
      .min(1, 'required')
      .max(300, 'tooLong'),
    filter: projectFilter.optional(),
    sort: sortKeys.optional(),
    /** Translations of {@link projectCsvLabels} and of login method ids. */
    words: z.record(z.string().max(200), line(200)).optional(),
    /** Time zone of instants, an IANA name; default UTC. */
    timeZone: timeZone.optional(),
  }),
  answer: z.string(),
  mediaType: 'text/csv; charset=utf-8',
  responseHeaders: [omittedProjectsHeader],
  problems: ['tooManyRequests', 'unknownReference'],
})
