import { z } from 'zod'
import { call } from '../jsonapi/call'
import { projectStats } from '../projects/project-stats'
import { encodedQuery } from './export-query'

/** The filters of exported project statistics. */
export const projectStatExportFilters = z.strictObject({
  isLibrary: z.boolean(),
  isHibernated: z.boolean(),
  isInactive: z.boolean(),
  q: z.string().max(200),
})

/** The filters of exported classifications. */
export const classificationExportFilters = z.strictObject({ project: z.string().max(254) })

const exporting = {
  method: 'GET',
  // Without a customer: that of the token, or the only one that the person reads.
  query: z.strictObject({ customer: z.string().max(254).optional(), query: encodedQuery }),
  problems: ['notFound', 'tooManyRequests', 'loginMethodRequired', 'invalidParameter'],
} as const

/** Number of projects omitted because their login methods require another sign-in. */
const omittedProjects = z.int()

/** The figures of the projects of a customer as JSON (admin-console chapter 7). */
export const exportProjectStats = call({
  ...exporting,
  path: '/mgw/api/v1/project-stats',
  summary: 'The figures of the projects of a customer, as JSON',
  answer: z.object({ omittedProjects, data: z.array(projectStats.fields.extend({ id: z.string() })) }),
})

/** Number of objects by class in the models of each project of a customer (admin-console chapter 7). */
export const exportClassifications = call({
  ...exporting,
  path: '/mgw/api/v1/classifications/stats',
  summary: 'How many objects of each class are in the models of the projects of a customer, as JSON',
  answer: z.object({
    omittedProjects,
    data: z.array(
      z.object({
        project: z.string(),
        projectName: z.string(),
        classification: z.string(),
        models: z.int(),
        objects: z.int(),
      }),
    ),
  }),
})
