import { z } from 'zod'
import { call } from '../jsonapi/call'
import { line } from '../jsonapi/fields'
import { standingWords } from '../projects/project-standing'
import { contentCounts } from '../projects/project-stats'
import { projectStatuses } from '../projects/projects'

/** How the file is called when it is saved (admin-console chapter 9). */
export const projectsCsvName = 'Projects.csv'

/**
 * The header that says how many projects of the customer the file leaves out, as their login methods ask for another sign-in (contract §6).
 */
export const omittedProjectsHeader = 'Omitted-Projects'

/** Columns that are numbers in the file. */
export const projectCsvNumbers = ['numUsers', ...contentCounts, 'publicTemplateOrder'] as const

/** The columns of every project; beside them each feature is one, by its id. */
export const projectCsvColumns = [
  ...(['name', 'externalId', 'description', 'customer', 'owner', 'state', 'providers', 'project'] as const),
  ...(['createdAt', 'deletedAt', 'isHibernated', 'error', 'fromTemplateId'] as const),
  ...projectCsvNumbers,
] as const

export type ProjectCsvColumn = (typeof projectCsvColumns)[number]

/** What stands in cells for states and for what holds: the caller may have other words for them. */
export const projectCsvWords = ['yes', ...standingWords] as const

/** What the rows are ordered by; each has an index. */
const sorts = ['name', 'createdAt', 'externalId'] as const

/** What exported projects may be narrowed to: as the lists of projects. */
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
 * Projects as a `;`-separated file, streamed (contract §4): the columns that are asked for, in this order. Those of one customer for
 * whoever reads it, all for staff.
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
          /** Stands above the column; default its id. */
          heading: line(200).optional(),
        }),
      )
      .min(1, 'required')
      .max(300, 'tooLong'),
    filter: projectFilter.optional(),
    sort: z.strictObject({ by: z.enum(sorts), isDescending: z.boolean().optional() }).optional(),
    /** Words for {@link projectCsvWords} and for ids of login methods, in the reader's language. */
    words: z.record(z.string().max(200), line(200)).optional(),
    /** In which instants are written, an IANA name; default UTC. */
    timeZone: z.string().max(64).optional(),
  }),
  answer: z.string(),
  mediaType: 'text/csv; charset=utf-8',
  numbers: {
    [omittedProjectsHeader]:
      'How many projects of the customer are left out, since their login methods ask for another sign-in',
  },
  problems: ['tooManyRequests', 'unknownReference'],
})
