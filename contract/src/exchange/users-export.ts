import { z } from 'zod'
import { call } from '../jsonapi/call'
import { privilegeLevel } from '../people/privilege-levels'
import { encodedQuery } from './export-query'

/** How a spreadsheet of users is called when it is saved (admin-console chapter 7). */
export const usersSpreadsheetName = 'report.xlsx'

/** How many exports a person may have under way at once (security I6). */
export const exportsAtOnce = 2

const query = z.strictObject({ customer: z.string().max(254) })

/** What an export of users as JSON may be narrowed to. */
export const userExportFilters = z.strictObject({ email: z.string().max(254) })

/** People and memberships of a customer as a spreadsheet: one sheet of users by projects, one of memberships. */
export const exportUsersSpreadsheet = call({
  method: 'GET',
  path: '/mgw/api/v1/users/export/xlsx',
  summary: 'The people of a customer and what they have access to, as a spreadsheet',
  query,
  answer: z.string(),
  mediaType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  problems: ['tooManyRequests'],
})

/** A person of the export, with each project they are a member of. */
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

/** The same as one JSON document, for programs. */
export const exportUsersJson = call({
  method: 'GET',
  path: '/mgw/api/v1/users/export/json',
  summary: 'The people of a customer and what they have access to, as JSON',
  query: query.extend({ query: encodedQuery }),
  answer: z.object({
    /** How many projects are left out, since their login methods ask for another sign-in. */
    omittedProjects: z.int(),
    data: z.array(exportedUser),
  }),
  problems: ['tooManyRequests'],
})
