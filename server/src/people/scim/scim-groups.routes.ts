import {
  createScimGroup,
  deleteScimGroup,
  listScimGroups,
  patchScimGroup,
  readScimGroup,
  replaceScimGroup,
  type ScimAttributesQuery,
  type ScimList,
  type ScimListQuery,
  scimMaxOperations,
  searchScimGroups,
} from '@lintel/contract/people/scim'
import { Problem } from '@lintel/contract/problems'
import type { FastifyReply } from 'fastify'
import { answer } from '../../platform/answer'
import type { Context } from '../../platform/context'
import { PersonGates } from '../../platform/person-gates'
import type { Route } from '../../platform/route'
import { isAttributeRequested, selectAttributes } from './scim-attributes'
import { groupDocument, groupEtag, readGroup, readGroupPatch, type ScimGroupRow, type ScimMember } from './scim-groups'
import { countMembers, findGroup, listGroups, membersOf } from './scim-groups.store'
import type { Document } from './scim-patch'
import {
  assertSchema,
  bodyRouteTerms,
  type CustomerInput,
  listResponse,
  patchOperations,
  type ResourceInput,
  resourceBodyTerms,
  resourceTerms,
  rootUrl,
  routeTerms,
  searchLimits,
  searchQuery,
  sendIfNotModified,
  toListCriteria,
  withSearchSlot,
} from './scim-protocol'
import { groupSchemaId } from './scim-schema'
import { createGroup, deleteGroup, replaceAllMembers, updateGroup } from './write-group'

/** Maximum members on a page of groups: the page ends before a group that would exceed it. */
const maxMembers = 20_000

/** The groups of a customer's directory. */
export const scimGroupRoutes = (searches = new PersonGates(searchLimits)): Route[] => [
  answer(listScimGroups, {
    ...routeTerms,
    run: (context, { parameters, query }) =>
      withSearchSlot(searches, context, () => search(context, { parameters }, query)),
  }),
  answer(searchScimGroups, {
    ...bodyRouteTerms,
    run: (context, { parameters, body }) =>
      withSearchSlot(searches, context, () => search(context, { parameters }, searchQuery(body))),
  }),
  answer(createScimGroup, {
    ...resourceBodyTerms,
    async run(context, { parameters, query, body }, reply) {
      assertSchema(groupSchemaId, body.schemas)
      const group = readGroup(body)
      const id = await context.change((change) => createGroup(change, parameters.customer, group))
      const sent = await send(context, reply, { parameters: { ...parameters, id }, query })
      reply.header('location', `${rootUrl(context, { parameters })}/Groups/${id}`)
      return sent
    },
  }),
  answer(readScimGroup, { ...resourceTerms, run: (context, input, reply) => send(context, reply, input) }),
  answer(replaceScimGroup, {
    ...resourceBodyTerms,
    async run(context, input, reply) {
      assertSchema(groupSchemaId, input.body.schemas)
      const { members, ...group } = readGroup(input.body)
      await updateGroup(context, input.parameters, () => ({ group, steps: replaceAllMembers(members) }))
      return send(context, reply, input)
    },
  }),
  answer(patchScimGroup, {
    ...resourceBodyTerms,
    async run(context, input, reply) {
      const operations = patchOperations(input.body, scimMaxOperations)
      await updateGroup(context, input.parameters, (row) => readGroupPatch(row, operations))
      if (input.query.attributes !== undefined) return send(context, reply, input)
      reply.header('etag', (await getGroup(context, input)).etag)
      return undefined
    },
  }),
  answer(deleteScimGroup, {
    ...resourceTerms,
    run: (context, { parameters }) => deleteGroup(context, parameters),
  }),
]

async function search(context: Context, input: CustomerInput, query: ScimListQuery): Promise<ScimList> {
  const { rows, total } = await listGroups(context.db, input.parameters.customer, toListCriteria(query))
  const groups = await withMembers(context, input, rows, query)
  const root = rootUrl(context, input)
  return {
    ...listResponse(groups.map(({ row, members }) => selectAttributes(groupDocument(row, members, root), query))),
    totalResults: total,
    startIndex: Math.max(query.startIndex ?? 1, 1),
  }
}

async function getGroup({ db }: Context, { parameters: { customer, id } }: ResourceInput): Promise<ScimGroupRow> {
  const row = await findGroup(db, customer, id)
  if (!row) throw new Problem('notFound')
  return row
}

async function send(
  context: Context,
  reply: FastifyReply,
  input: ResourceInput & { query: ScimAttributesQuery },
): Promise<Document> {
  const [group] = await withMembers(context, input, [await getGroup(context, input)], input.query)
  if (!group) throw new Problem('notFound')
  const root = rootUrl(context, input)
  if (await sendIfNotModified(context, reply, group.row, `${root}/Groups/${group.row.id}`)) return {}
  return selectAttributes(groupDocument(group.row, group.members, root), input.query)
}

/** A group with its members, if they are requested, and the ETag of both. */
interface GroupWithMembers {
  row: ScimGroupRow
  members: readonly ScimMember[] | undefined
}

/** The groups of a page. Members are loaded only if requested, and at most `maxMembers` per page. */
async function withMembers(
  { db }: Context,
  { parameters: { customer } }: CustomerInput,
  rows: readonly ScimGroupRow[],
  query: ScimAttributesQuery | ScimListQuery,
): Promise<GroupWithMembers[]> {
  if (!isAttributeRequested('members', query)) return rows.map((row) => ({ row, members: undefined }))
  const ids = rows.map(({ id }) => id)
  const counts = rows.length > 1 ? await countMembers(db, customer, ids) : new Map<string, number>()
  let left = maxMembers
  const page = rows.filter(({ id }, at) => {
    left -= counts.get(id) ?? 0
    return at === 0 || left >= 0
  })
  const members = await membersOf(
    db,
    customer,
    page.map(({ id }) => id),
  )
  return page.map((row) => {
    const own = members.get(row.id) ?? []
    return { row: { ...row, etag: groupEtag(row, own) }, members: own }
  })
}
