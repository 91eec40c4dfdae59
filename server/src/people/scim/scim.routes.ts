import { customerUserProfiles } from '@lintel/contract/people/customer-user-profiles'
import { projectMembers } from '@lintel/contract/people/members'
import { type Actor, isSignedIn, type Person } from '@lintel/contract/people/permissions'
import {
  createScimUser,
  deleteScimUser,
  listScimResourceTypes,
  listScimSchemas,
  listScimUsers,
  patchScimUser,
  readScimResourceType,
  readScimSchema,
  readScimUser,
  readServiceProviderConfig,
  replaceScimUser,
  type ScimList,
  type ScimListQuery,
  type ScimShown,
  scimBodyLimit,
  scimLargestPage,
} from '@lintel/contract/people/scim'
import { Problem } from '@lintel/contract/problems'
import type { FastifyReply } from 'fastify'
import { answer } from '../../platform/answer'
import type { Change, Context } from '../../platform/context'
import type { Route, RouteTerms } from '../../platform/route'
import {
  add,
  change as changeProfile,
  remove as removeProfile,
} from '../customer-user-profiles/customer-user-profiles.store'
import { withdrawInvitations } from '../invitations/invite'
import { findOrAddPerson } from '../users/new-person.store'
import { resourceTypes, schemas, serviceProviderConfig } from './scim-discovery'
import { attributePath, readFilter } from './scim-filter'
import { type Document, mostOperations, type PatchOperation, patched } from './scim-patch'
import { notUnique, refused } from './scim-problem'
import { shownOf } from './scim-shown'
import { readUser, type ScimUser, toUser, userDocument, userPatching } from './scim-users'
import {
  findUser,
  giveBackMemberships,
  hasProfile,
  isOfVerifiedDomain,
  listUsers,
  organizationNamed,
  type ScimUserRow,
  takeMemberships,
  type UsersWanted,
  whyKept,
  writeScimUser,
} from './scim-users.store'

interface OfCustomer {
  parameters: { customer: string }
}
interface OfOne {
  parameters: { customer: string; id: string }
}

/** A directory comes with an API token of its own customer; nobody signs in to this. */
function may(actor: Actor, { parameters: { customer } }: OfCustomer): boolean {
  if (!isSignedIn(actor) || !actor.apiToken?.scopes.includes('scim')) return false
  if (actor.apiToken.customer !== customer) throw new Problem('notFound')
  return true
}

const terms = { may, scope: 'scim' } as const satisfies RouteTerms & { may: unknown }
const writing = { ...terms, bodyLimit: scimBodyLimit }

/** SCIM 2.0 (RFC 7643, 7644) for the directory of a customer. */
export const scimRoutes = (): Route[] => [
  answer(readServiceProviderConfig, {
    ...terms,
    run: async (context, input) => serviceProviderConfig(rootOf(context, input)),
  }),
  answer(listScimResourceTypes, {
    ...terms,
    run: async (context, input) => listOf(resourceTypes(rootOf(context, input))),
  }),
  answer(readScimResourceType, {
    ...terms,
    run: async (context, input) => named(resourceTypes(rootOf(context, input)), input),
  }),
  answer(listScimSchemas, { ...terms, run: async (context, input) => listOf(schemas(rootOf(context, input))) }),
  answer(readScimSchema, { ...terms, run: async (context, input) => named(schemas(rootOf(context, input)), input) }),

  answer(listScimUsers, {
    ...terms,
    async run(context, { parameters: { customer }, query }) {
      const { rows, total } = await listUsers(context.db, customer, partOf(query))
      const root = rootOf(context, { parameters: { customer } })
      return {
        ...listOf(rows.map((row) => shownOf(userDocument(row, root), query))),
        totalResults: total,
        startIndex: Math.max(query.startIndex ?? 1, 1),
      }
    },
  }),
  answer(createScimUser, {
    ...writing,
    async run(context, { parameters: { customer }, query, body }, reply) {
      const wanted = readUser(body)
      await mustBeOfDomain(context, customer, wanted.email)
      const id = await context.change((work) => addUser(asPerson(work), customer, wanted))
      const sent = await send(context, reply, { parameters: { customer, id }, query })
      reply.header('location', `${rootOf(context, { parameters: { customer } })}/Users/${id}`)
      return sent
    },
  }),
  answer(readScimUser, { ...terms, run: (context, input, reply) => send(context, reply, input) }),
  answer(replaceScimUser, {
    ...writing,
    async run(context, input, reply) {
      const row = await found(context, input)
      await writeUser(context, input, row, readUser(input.body))
      return send(context, reply, input)
    },
  }),
  answer(patchScimUser, {
    ...writing,
    async run(context, input, reply) {
      const row = await found(context, input)
      const document = patched(userDocument(row, ''), operationsIn(input.body), userPatching)
      await writeUser(context, input, row, toUser(document))
      return send(context, reply, input)
    },
  }),
  answer(deleteScimUser, {
    ...terms,
    async run(context, input) {
      const row = await found(context, input)
      refuseStale(context, row)
      await context.change(async (change) => {
        const work = asPerson(change)
        if (row.active) await deactivate(work, row, input.parameters.customer)
        await removeProfile(work, row)
        work.audit({ ...eventOf(row, input, 'remove'), before: toUser(userDocument(row, '')) })
      })
    },
  }),
]

const rootOf = ({ configuration }: Context, { parameters: { customer } }: OfCustomer) =>
  `${configuration.publicUrl.replace(/\/$/, '')}/scim/${customer}/v2`

const listOf = (resources: Document[]): ScimList => ({
  schemas: ['urn:ietf:params:scim:api:messages:2.0:ListResponse'],
  totalResults: resources.length,
  itemsPerPage: resources.length,
  startIndex: 1,
  Resources: resources,
})

function named(documents: readonly Document[], { parameters: { id } }: OfOne): Document {
  const found = documents.find((document) => document.id === id)
  if (!found) throw new Problem('notFound')
  return found
}

/** Which users are asked for, and in which order: `startIndex` counts from one, `count` may be nought. */
const partOf = ({ filter, sortBy, sortOrder, startIndex = 1, count = 100 }: ScimListQuery): UsersWanted => ({
  filter: filter === undefined ? undefined : readFilter(filter),
  sortBy: sortBy === undefined ? 'id' : attributePath(sortBy),
  isDescending: sortOrder?.toLowerCase() === 'descending',
  offset: Math.max(startIndex, 1) - 1,
  limit: Math.min(Math.max(count, 0), scimLargestPage),
})

async function found({ db }: Context, { parameters: { customer, id } }: OfOne): Promise<ScimUserRow> {
  const row = await findUser(db, customer, id)
  if (!row) throw new Problem('notFound')
  return row
}

async function send(context: Context, reply: FastifyReply, input: OfOne & { query: ScimShown }): Promise<Document> {
  const row = await found(context, input)
  reply.header('etag', `W/"${row.version}"`)
  return shownOf(userDocument(row, rootOf(context, input)), input.query)
}

function operationsIn({ operations }: { operations: readonly PatchOperation[] }): readonly PatchOperation[] {
  if (operations.length > mostOperations)
    throw new Problem('tooLarge', { detail: `At most ${mostOperations} operations` })
  return operations
}

/** The version that the client saw, where it says one; strong or weak is the same here. */
function refuseStale({ request }: Context, { version }: ScimUserRow): void {
  const seen = request.headers['if-match']
  if (seen === undefined || seen.trim() === '*') return
  const isSeen = seen.split(',').some((tag) => tag.trim().replace(/^W\//, '') === `"${version}"`)
  if (!isSeen) throw new Problem('stale', { header: 'If-Match', meta: { version } })
}

async function mustBeOfDomain({ db }: Context, customer: string, email: string): Promise<void> {
  if (await isOfVerifiedDomain(db, customer, email)) return
  throw refused('invalidValue', `The domain of ${email} is not verified for this customer`)
}

/** A route of this file is reached by a person alone: `may` says so. */
const asPerson = (change: Change<Actor>) => change as Change<Person>

const eventOf = (
  { id }: { id: string },
  { parameters: { customer } }: OfCustomer,
  act: 'create' | 'update' | 'remove',
) => ({
  action: `${customerUserProfiles.type}.${act}`,
  customer,
  target: { type: customerUserProfiles.type, id },
})

async function addUser(work: Change<Person>, customer: string, wanted: ScimUser): Promise<string> {
  const { email, firstName, lastName, title, phone } = wanted
  const person = await findOrAddPerson(work, customer, { email, givenName: firstName, familyName: lastName })
  if (!person) throw refused('invalidValue', 'Nobody can be added here')
  if (await hasProfile(work.db, customer, person.id)) throw notUnique(`There is a user ${email} already`)
  const userOrganization = await organizationOf(work, customer, wanted)
  const id = await add(work, { customer, firstName, lastName, title, phone, userOrganization }, person.id)
  await writeScimUser(work.db, { ...wanted, profile: id, customer })
  work.audit({ ...eventOf({ id }, { parameters: { customer } }, 'create'), version: 1, after: wanted })
  return id
}

const organizationOf = async ({ db }: Change, customer: string, { organization }: ScimUser) =>
  organization === null ? null : organizationNamed(db, customer, organization)

/** Writes somebody as the directory wants them; nothing when they are so already. */
async function writeUser(context: Context, input: OfOne, row: ScimUserRow, wanted: ScimUser): Promise<void> {
  refuseStale(context, row)
  const { customer } = input.parameters
  const before = toUser(userDocument(row, ''))
  if (wanted.email !== before.email) {
    throw refused('mutability', 'userName cannot be changed: a person changes the address of their account themselves')
  }
  if (isSame(before, wanted)) return
  await context.change(async (change) => {
    const work = asPerson(change)
    const { firstName, lastName, title, phone } = wanted
    const userOrganization = await organizationOf(work, customer, wanted)
    await changeProfile(work, row, { firstName, lastName, title, phone, userOrganization })
    await writeScimUser(work.db, { ...wanted, profile: row.id, customer })
    if (row.active && !wanted.active) await deactivate(work, row, customer)
    if (!row.active && wanted.active) await activate(work, row, customer)
    work.audit({ ...eventOf(row, input, 'update'), version: row.version + 1, before, after: wanted })
  })
}

const isSame = (one: ScimUser, other: ScimUser) => JSON.stringify(one) === JSON.stringify(other)

const kept = {
  staff: 'This person is staff of the platform',
  administrator: 'This person administers the customer: another administrator has to take that away first',
  owner: 'This person owns a project: it has to be handed over first',
}

/** Takes the person's memberships at the customer, with what let them in; the account and what the person made stay. */
async function deactivate(work: Change<Person>, row: ScimUserRow, customer: string): Promise<void> {
  const why = await whyKept(work.db, customer, row.user)
  if (why) throw refused('mutability', kept[why])
  for (const { project, isInvited } of await takeMemberships(work.db, row, customer)) {
    work.audit(membershipEvent(project, row, customer, 'remove'))
    if (isInvited) await withdrawInvitations(work, { project, user: row.user })
  }
}

async function activate(work: Change<Person>, row: ScimUserRow, customer: string): Promise<void> {
  for (const project of await giveBackMemberships(work, row, customer)) {
    work.audit(membershipEvent(project, row, customer, 'create'))
  }
}

const membershipEvent = (project: string, { user }: ScimUserRow, customer: string, act: 'create' | 'remove') => ({
  action: `${projectMembers.type}.${act}`,
  customer,
  target: { type: projectMembers.type, id: `${project}.${user}` },
})
