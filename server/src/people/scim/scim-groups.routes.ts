import {
  createScimGroup,
  deleteScimGroup,
  listScimGroups,
  patchScimGroup,
  readScimGroup,
  replaceScimGroup,
  type ScimList,
  type ScimListQuery,
  type ScimShown,
  scimMostOperations,
  searchScimGroups,
} from '@lintel/contract/people/scim'
import { Problem } from '@lintel/contract/problems'
import type { FastifyReply } from 'fastify'
import { answer } from '../../platform/answer'
import type { Context } from '../../platform/context'
import type { Route } from '../../platform/route'
import {
  etagOf,
  isNotModified,
  listOf,
  mustSay,
  type OfCustomer,
  type OfOne,
  operationsIn,
  partOf,
  rootOf,
  searchedIn,
  terms,
  writing,
} from './scim-answer'
import { groupDocument, readGroup, readGroupPatch, type ScimGroupRow } from './scim-groups'
import { countMembers, findGroup, listGroups, membersOf } from './scim-groups.store'
import type { Document } from './scim-patch'
import { groupSchemaId } from './scim-schema'
import { isShown, shownOf } from './scim-shown'
import { createGroup, deleteGroup, replacing, updateGroup } from './write-group'

/** Most members that a page of groups shows: the page ends before a group that has more than are left. */
const mostMembers = 20_000

/** The groups of a customer's directory. */
export const scimGroupRoutes = (): Route[] => [
  answer(listScimGroups, {
    ...terms,
    run: (context, { parameters, query }) => search(context, { parameters }, query),
  }),
  answer(searchScimGroups, {
    ...writing,
    run: (context, { parameters, body }) => search(context, { parameters }, searchedIn(body)),
  }),
  answer(createScimGroup, {
    ...writing,
    async run(context, { parameters, query, body }, reply) {
      mustSay(groupSchemaId, body.schemas)
      const wanted = readGroup(body)
      const id = await context.change((change) => createGroup(change, parameters.customer, wanted))
      const sent = await send(context, reply, { parameters: { ...parameters, id }, query })
      reply.header('location', `${rootOf(context, { parameters })}/Groups/${id}`)
      return sent
    },
  }),
  answer(readScimGroup, { ...terms, run: (context, input, reply) => send(context, reply, input) }),
  answer(replaceScimGroup, {
    ...writing,
    async run(context, input, reply) {
      mustSay(groupSchemaId, input.body.schemas)
      const { members, ...group } = readGroup(input.body)
      await updateGroup(context, input.parameters, () => ({ group, steps: replacing(members) }))
      return send(context, reply, input)
    },
  }),
  answer(patchScimGroup, {
    ...writing,
    async run(context, input, reply) {
      const operations = operationsIn(input.body, scimMostOperations)
      await updateGroup(context, input.parameters, (row) => readGroupPatch(row, operations))
      if (input.query.attributes !== undefined) return send(context, reply, input)
      reply.header('etag', etagOf(await found(context, input)))
      return undefined
    },
  }),
  answer(deleteScimGroup, {
    ...terms,
    run: (context, { parameters }) => deleteGroup(context, parameters),
  }),
]

async function search(context: Context, input: OfCustomer, query: ScimListQuery): Promise<ScimList> {
  const { rows, total } = await listGroups(context.db, input.parameters.customer, partOf(query))
  return {
    ...listOf(await documentsOf(context, input, rows, query)),
    totalResults: total,
    startIndex: Math.max(query.startIndex ?? 1, 1),
  }
}

async function found({ db }: Context, { parameters: { customer, id } }: OfOne): Promise<ScimGroupRow> {
  const row = await findGroup(db, customer, id)
  if (!row) throw new Problem('notFound')
  return row
}

async function send(context: Context, reply: FastifyReply, input: OfOne & { query: ScimShown }): Promise<Document> {
  const row = await found(context, input)
  if (await isNotModified(context, reply, row, `${rootOf(context, input)}/Groups/${row.id}`)) return {}
  const [document = {}] = await documentsOf(context, input, [row], input.query)
  return document
}

/** Groups as they are asked for: their members are read where they are shown, and no more than a page may have. */
async function documentsOf(
  context: Context,
  input: OfCustomer,
  rows: readonly ScimGroupRow[],
  query: ScimShown | ScimListQuery,
): Promise<Document[]> {
  const root = rootOf(context, input)
  const { customer } = input.parameters
  if (!isShown('members', query)) return rows.map((row) => shownOf(groupDocument(row, undefined, root), query))
  const ids = rows.map(({ id }) => id)
  const counts = rows.length > 1 ? await countMembers(context.db, customer, ids) : new Map<string, number>()
  let left = mostMembers
  const page = rows.filter(({ id }, at) => {
    left -= counts.get(id) ?? 0
    return at === 0 || left >= 0
  })
  const members = await membersOf(
    context.db,
    customer,
    page.map(({ id }) => id),
  )
  return page.map((row) => shownOf(groupDocument(row, members.get(row.id) ?? [], root), query))
}
