import { z } from 'zod'
import { call } from '../jsonapi/call'
import { projectStats } from '../projects/project-stats'
import { encodedQuery } from './export-query'

/** What exported statistics of projects may be narrowed to. */
export const projectStatExportFilters = z.strictObject({
  isLibrary: z.boolean(),
  isHibernated: z.boolean(),
  isInactive: z.boolean(),
  q: z.string().max(200),
})

/** What exported classifications may be narrowed to. */
export const classificationExportFilters = z.strictObject({ project: z.string().max(254) })

const exporting = {
  method: 'GET',
  query: z.strictObject({ customer: z.string().max(254), query: encodedQuery }),
  problems: ['notFound', 'tooManyRequests', 'loginMethodRequired'],
} as const

/** How many projects are left out, since their login methods ask for another sign-in. */
const omittedProjects = z.int()

/** The figures of the projects of a customer, for programs (admin-console chapter 7). */
export const exportProjectStats = call({
  ...exporting,
  path: '/mgw/api/v1/project-stats',
  summary: 'The figures of the projects of a customer, as JSON',
  answer: z.object({ omittedProjects, data: z.array(projectStats.fields.extend({ id: z.string() })) }),
})

/** How many objects of each class are in the models of each project of a customer (admin-console chapter 7). */
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
