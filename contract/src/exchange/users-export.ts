import { z } from 'zod'
import { call } from '../jsonapi/call'
import { fileContent } from '../jsonapi/fields'
import { privilegeLevel } from '../people/privilege-levels'
import { encodedQuery } from './export-query'

/** Download file name of the users spreadsheet (admin-console chapter 7). */
export const usersSpreadsheetName = 'report.xlsx'

/** Maximum number of concurrent exports per person (security I6). */
export const maxConcurrentExports = 2

const query = z.strictObject({ customer: z.string().max(254) })

/** The filters of an export of users as JSON. */
export const userExportFilters = z.strictObject({ email: z.string().max(254) })

/** People and memberships of a customer as a spreadsheet: one sheet of users by projects, one of memberships. */
export const exportUsersSpreadsheet = call({
  method: 'GET',
  path: '/mgw/api/v1/users/export/xlsx',
  summary: 'The people of a customer and what they have access to, as a spreadsheet',
  query,
  answer: fileContent,
  mediaType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  problems: ['notFound', 'tooManyRequests'],
})

/** A person of the export, with their memberships. */
export const exportedUser = z.object({
  email: z.string(),
  name: z.string(),
  givenName: z.string(),
  familyName: z.string(),
  title: z.string().nullable(),
  phone: z.string().nullable(),
  organization: z.string(),
  customerAdmin: z.boolean(),
  memberships: z.array(
    z.object({
      project: z.string(),
      projectName: z.string(),
      privilegeLevel: z.literal(Object.values(privilegeLevel)),
      expirationDate: z.string().nullable(),
      accessUntil: z.string().nullable(),
      lastLogin: z.string().nullable(),
    }),
  ),
})

export type ExportedUser = z.output<typeof exportedUser>

/** The same as one JSON document. */
export const exportUsersJson = call({
  method: 'GET',
  path: '/mgw/api/v1/users/export/json',
  summary: 'The people of a customer and what they have access to, as JSON',
  query: query.extend({ query: encodedQuery }),
  answer: z.object({
    /** Number of projects omitted because their login methods require another sign-in. */
    omittedProjects: z.int(),
    data: z.array(exportedUser),
  }),
  problems: ['notFound', 'tooManyRequests'],
})
