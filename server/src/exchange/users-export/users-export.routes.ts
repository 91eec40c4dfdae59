import { Readable } from 'node:stream'
import { readExportQuery } from '@lintel/contract/exchange/export-query'
import {
  exportUsersJson,
  exportUsersSpreadsheet,
  userExportFilters,
  usersSpreadsheetName,
} from '@lintel/contract/exchange/users-export'
import { exposesLastLogins } from '@lintel/contract/people/members'
import { type Person, readsCustomer } from '@lintel/contract/people/permissions'
import { personOf } from '../../identity/signed-in'
import { answer } from '../../platform/answer'
import type { Context } from '../../platform/context'
import type { ExportLimiter } from '../../platform/export-limiter'
import type { Route } from '../../platform/route'
import { assertCustomerExists } from '../exported-customer.store'
import { writeXlsx } from '../spreadsheet/xlsx'
import { countExported, listExportedProjects, type PersonRow, readPeople, type UsersPart } from './users-export.store'
import { usersJson } from './users-json'
import { type UsersSource, usersSheets } from './users-sheets'

interface RequestedExport {
  format: 'xlsx' | 'json'
  customer: string
  part: UsersPart
}

/** Routes that export a customer's people and their access, for those who may read the customer. */
export function usersExportRoutes(limiter: ExportLimiter): Route[] {
  const open = async (context: Context, requested: RequestedExport, write: (source: UsersSource) => Readable) => {
    const actor = personOf(context)
    await assertCustomerExists(context.db, requested.customer)
    return limiter.run(actor.id, async () => {
      const source = await readSource(context, actor, requested)
      await recordExport(context, actor, requested, source.omittedProjects)
      return write(source)
    })
  }
  return [
    answer(exportUsersSpreadsheet, {
      may: (actor, { query: { customer } }) => readsCustomer(actor, customer),
      run: (context, { query: { customer } }, reply) =>
        open(context, { format: 'xlsx', customer, part: everybody }, (source) => {
          // Only a successful response is an attachment.
          reply.header('content-disposition', `attachment; filename="${usersSpreadsheetName}"`)
          return writeXlsx(usersSheets(source))
        }),
    }),
    answer(exportUsersJson, {
      exportedBy: 'customer',
      scope: 'read',
      may: (actor, { query: { customer } }) => readsCustomer(actor, customer),
      async run(context, { query: { customer, query } }) {
        const part = readExportQuery(query, userExportFilters)
        return open(context, { format: 'json', customer, part }, (source) =>
          Readable.from(usersJson(source), { objectMode: false }),
        )
      },
    }),
  ]
}

const everybody: UsersPart = readExportQuery(undefined, userExportFilters)

/** The requested range of people. */
async function* selectRange(
  people: AsyncIterable<PersonRow>,
  { filter: { email }, skip, limit }: UsersPart,
): AsyncGenerator<PersonRow, void> {
  let at = 0
  for await (const person of people) {
    if (email !== undefined && person.email !== email.toLowerCase()) continue
    if (at >= skip) yield person
    at += 1
    if (at >= skip + limit) return
  }
}

async function readSource(
  { db, configuration }: Context,
  actor: Person,
  { customer, part }: RequestedExport,
): Promise<UsersSource> {
  const { projects, omitted } = await listExportedProjects(db, actor, customer)
  return {
    projects,
    omittedProjects: omitted,
    people: () => selectRange(readPeople(db, actor, customer), part),
    showsLastLogin: exposesLastLogins(configuration.environment),
  }
}

/** Records the export in the audit log, with its size, before any data is sent (security I6). */
async function recordExport(
  { db, recordAudit }: Context,
  actor: Person,
  { format, customer, part }: RequestedExport,
  omittedProjects: number,
): Promise<void> {
  const rows = await countExported(db, actor, customer, part)
  await recordAudit({
    action: 'export.users',
    customer,
    target: { type: 'customers', id: customer },
    after: { format, omittedProjects, ...rows },
  })
}
