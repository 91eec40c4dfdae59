import { Readable } from 'node:stream'
import { type ExportQuery, readExportQuery } from '@lintel/contract/exchange/export-query'
import {
  exportUsersJson,
  exportUsersSpreadsheet,
  userExportFilters,
  usersSpreadsheetName,
} from '@lintel/contract/exchange/users-export'
import { tellsLastLogins } from '@lintel/contract/people/members'
import { isSignedIn, type Person, readsCustomer } from '@lintel/contract/people/permissions'
import { Problem } from '@lintel/contract/problems'
import { answer } from '../../platform/answer'
import type { Context } from '../../platform/context'
import type { Route } from '../../platform/route'
import { isUuid } from '../../platform/rows'
import { writeXlsx } from '../spreadsheet/xlsx'
import type { ExportsUnderWay } from './exports-under-way'
import { countExported, type PersonRow, peopleOf, projectsOf } from './users-export.store'
import { usersJson } from './users-json'
import { type UsersSource, usersSheets } from './users-sheets'

/** The people of a customer and what they have access to, for those who may read the customer. */
export function usersExportRoutes(underWay: ExportsUnderWay): Route[] {
  const open = async (context: Context, format: string, customer: string, write: (source: UsersSource) => Readable) => {
    const { actor } = context
    if (!isSignedIn(actor) || !isUuid(customer)) throw new Problem('notFound')
    return underWay.take(actor.id, async () => {
      const source = await sourceOf(context, actor, customer)
      await recordExport(context, actor, { format, customer, omittedProjects: source.omittedProjects })
      return write(source)
    })
  }
  return [
    answer(exportUsersSpreadsheet, {
      may: (actor, { query: { customer } }) => readsCustomer(actor, customer),
      run: (context, { query: { customer } }, reply) =>
        open(context, 'xlsx', customer, (source) => {
          // A refusal is no file to save.
          reply.header('content-disposition', `attachment; filename="${usersSpreadsheetName}"`)
          return writeXlsx(usersSheets(source))
        }),
    }),
    answer(exportUsersJson, {
      exportedBy: 'customer',
      scope: 'read',
      may: (actor, { query: { customer } }) => readsCustomer(actor, customer),
      async run(context, { query: { customer, query } }) {
        const wanted = readExportQuery(query, userExportFilters)
        return open(context, 'json', customer, (source) =>
          Readable.from(usersJson({ ...source, people: () => partOf(source.people(), wanted) }), { objectMode: false }),
        )
      },
    }),
  ]
}

/** The people of the part that is asked for. */
async function* partOf(
  people: AsyncIterable<PersonRow>,
  { filter: { email }, skip, limit }: ExportQuery<{ email?: string | undefined }>,
): AsyncGenerator<PersonRow, void> {
  let at = 0
  for await (const person of people) {
    if (email !== undefined && person.email !== email.toLowerCase()) continue
    if (at >= skip) yield person
    at += 1
    if (at >= skip + limit) return
  }
}

async function sourceOf({ db, configuration }: Context, actor: Person, customer: string): Promise<UsersSource> {
  const { projects, omitted } = await projectsOf(db, actor, customer)
  return {
    projects,
    omittedProjects: omitted,
    people: () => peopleOf(db, actor, customer),
    showsLastLogin: tellsLastLogins(configuration.environment),
  }
}

/** What leaves is in the audit log before it leaves, with how much it is (security I6). */
async function recordExport(
  { db, tell }: Context,
  actor: Person,
  { customer, ...exported }: { format: string; customer: string; omittedProjects: number },
): Promise<void> {
  const rows = await countExported(db, actor, customer)
  await tell({
    action: 'export.users',
    customer,
    target: { type: 'customers', id: customer },
    after: { ...exported, ...rows },
  })
}
