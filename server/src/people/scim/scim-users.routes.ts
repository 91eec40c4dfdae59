import { customerUserProfiles } from '@lintel/contract/people/customer-user-profiles'
import type { Person } from '@lintel/contract/people/permissions'
import {
  createScimUser,
  deleteScimUser,
  listScimUsers,
  patchScimUser,
  readScimUser,
  replaceScimUser,
  type ScimAttributesQuery,
  type ScimList,
  type ScimListQuery,
  searchScimUsers,
} from '@lintel/contract/people/scim'
import { Problem } from '@lintel/contract/problems'
import type { FastifyReply } from 'fastify'
import { answer } from '../../platform/answer'
import type { Change, Context } from '../../platform/context'
import { PersonGates } from '../../platform/person-gates'
import type { Route } from '../../platform/route'
import { nothingToDo, unlessUnchanged } from '../../platform/unchanged'
import {
  add,
  change as changeProfile,
  remove as removeProfile,
} from '../customer-user-profiles/customer-user-profiles.store'
import { lockDirectory } from '../directory-groups/derive-access'
import { findOrAddPerson } from '../users/find-or-add-people.store'
import { activate, deactivate, removeFromDirectory } from './scim-access'
import { selectAttributes } from './scim-attributes'
import type { Document } from './scim-patch'
import { notUnique, scimProblem } from './scim-problem'
import {
  asPerson,
  assertIfMatch,
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
import { userSchemaId } from './scim-schema'
import { patchUser, type RequestedUser, readUser, type ScimUser, storedUser, userDocument } from './scim-users'
import {
  findOrganization,
  findUser,
  hasProfile,
  hasVerifiedDomain,
  listUsers,
  lockUser,
  type ScimUserRow,
  setMissingHomeCustomer,
  writeScimUser,
} from './scim-users.store'

/** Maximum operations in one PATCH of a user. */
const maxOperations = 1_000

/** The people of a customer's directory. */
export const scimUserRoutes = (searches = new PersonGates(searchLimits)): Route[] => [
  answer(listScimUsers, {
    ...routeTerms,
    run: (context, { parameters, query }) =>
      withSearchSlot(searches, context, () => search(context, { parameters }, query)),
  }),
  answer(searchScimUsers, {
    ...bodyRouteTerms,
    run: (context, { parameters, body }) =>
      withSearchSlot(searches, context, () => search(context, { parameters }, searchQuery(body))),
  }),
  answer(createScimUser, {
    ...resourceBodyTerms,
    async run(context, { parameters: { customer }, query, body }, reply) {
      assertSchema(userSchemaId, body.schemas)
      const requested = readUser(body)
      await assertVerifiedDomain(context, customer, requested.email)
      const id = await context.change((work) => addUser(asPerson(work), customer, requested))
      const sent = await send(context, reply, { parameters: { customer, id }, query })
      reply.header('location', `${rootUrl(context, { parameters: { customer } })}/Users/${id}`)
      return sent
    },
  }),
  answer(readScimUser, { ...resourceTerms, run: (context, input, reply) => send(context, reply, input) }),
  answer(replaceScimUser, {
    ...resourceBodyTerms,
    async run(context, input, reply) {
      assertSchema(userSchemaId, input.body.schemas)
      await writeUser(context, input, (row) => readUser(input.body, row))
      return send(context, reply, input)
    },
  }),
  answer(patchScimUser, {
    ...resourceBodyTerms,
    async run(context, input, reply) {
      const operations = patchOperations(input.body, maxOperations)
      await writeUser(context, input, (row) => patchUser(row, operations))
      return send(context, reply, input)
    },
  }),
  answer(deleteScimUser, {
    ...resourceTerms,
    async run(context, input) {
      await context.change(async (change) => {
        const work = asPerson(change)
        const row = await lockUserRow(context, work, input)
        await removeFromDirectory(work, row, input.parameters.customer)
        await removeProfile(work, row)
        work.audit({ ...eventOf(row, input, 'remove'), before: storedUser(row) })
      })
    },
  }),
]

async function search(context: Context, input: CustomerInput, query: ScimListQuery): Promise<ScimList> {
  const { rows, total } = await listUsers(context.db, input.parameters.customer, toListCriteria(query))
  const root = rootUrl(context, input)
  return {
    ...listResponse(rows.map((row) => selectAttributes(userDocument(row, root), query))),
    totalResults: total,
    startIndex: Math.max(query.startIndex ?? 1, 1),
  }
}

/** Locks the directory and the user and returns the row, so that concurrent changes are applied one after the other. */
async function lockUserRow(context: Context, { db }: Change<Person>, input: ResourceInput): Promise<ScimUserRow> {
  const { customer, id } = input.parameters
  // Same lock order as change sets, to avoid deadlocks.
  await lockDirectory(db, customer)
  const row = (await lockUser(db, customer, id)) ? await findUser(db, customer, id) : undefined
  if (!row) throw new Problem('notFound')
  assertIfMatch(context, row)
  return row
}

async function getUser({ db }: Context, { parameters: { customer, id } }: ResourceInput): Promise<ScimUserRow> {
  const row = await findUser(db, customer, id)
  if (!row) throw new Problem('notFound')
  return row
}

async function send(
  context: Context,
  reply: FastifyReply,
  input: ResourceInput & { query: ScimAttributesQuery },
): Promise<Document> {
  const row = await getUser(context, input)
  const root = rootUrl(context, input)
  if (await sendIfNotModified(context, reply, row, `${root}/Users/${row.id}`)) return {}
  return selectAttributes(userDocument(row, root), input.query)
}

async function assertVerifiedDomain({ db }: Context, customer: string, email: string): Promise<void> {
  if (await hasVerifiedDomain(db, customer, email)) return
  throw scimProblem('invalidValue', `The domain of ${email} is not verified for this customer`)
}

const eventOf = (
  { id }: { id: string },
  { parameters: { customer } }: CustomerInput,
  action: 'create' | 'update' | 'remove',
) => ({
  action: `${customerUserProfiles.type}.${action}`,
  customer,
  target: { type: customerUserProfiles.type, id },
})

async function addUser(
  work: Change<Person>,
  customer: string,
  { setsActive: _, ...requested }: RequestedUser,
): Promise<string> {
  const { email, firstName, lastName, title, phone } = requested
  // Before the person is locked, as in change sets.
  if (!requested.active) await lockDirectory(work.db, customer)
  const person = await findOrAddPerson(work, customer, { email })
  if (!person) throw scimProblem('invalidValue', 'Nobody can be added here')
  if (await hasProfile(work.db, customer, person.id)) throw notUnique(`There is a user ${email} already`)
  const employer = await organizationOf(work, customer, requested, null)
  const id = await add(work, { customer, firstName, lastName, title, phone, userOrganization: employer.id }, person.id)
  const added = { ...requested, organization: employer.name }
  await writeScimUser(work.db, { ...added, profile: id, customer })
  await setMissingHomeCustomer(work.db, customer, person.id)
  if (!requested.active) await deactivate(work, { id, user: person.id }, customer)
  work.audit({ ...eventOf({ id }, { parameters: { customer } }, 'create'), version: 1, after: added })
  return id
}

/** The requested organization as the customer names it. A name that it does not have leaves the `former` one, as an import does. */
async function organizationOf(
  { db }: Change,
  customer: string,
  { organization }: ScimUser,
  former: string | null,
): Promise<{ id: string | null; name: string | null }> {
  for (const name of [organization, organization === null ? null : former]) {
    const found = name === null ? undefined : await findOrganization(db, customer, name)
    if (found) return found
  }
  return { id: null, name: null }
}

/** Updates a user. Does nothing if the user is unchanged. */
async function writeUser(
  context: Context,
  input: ResourceInput,
  toUpdate: (row: ScimUserRow) => RequestedUser,
): Promise<void> {
  const { customer } = input.parameters
  await unlessUnchanged(
    context.change(async (change) => {
      const work = asPerson(change)
      const row = await lockUserRow(context, work, input)
      const before = storedUser(row)
      const { setsActive, ...asked } = toUpdate(row)
      const employer = await organizationOf(work, customer, asked, before.organization)
      const requested = { ...asked, organization: employer.name }
      if (requested.email !== before.email) {
        throw scimProblem(
          'mutability',
          'userName cannot be changed: a person changes the address of their account themselves',
        )
      }
      if (isSame(before, requested) && !(setsActive && row.isDisabled)) throw nothingToDo()
      const { firstName, lastName, title, phone } = requested
      await changeProfile(work, row, { firstName, lastName, title, phone, userOrganization: employer.id })
      const active = setsActive ? requested.active : null
      await writeScimUser(work.db, { ...requested, active, profile: row.id, customer })
      // An import that disabled somebody has left the memberships that it could not end, and knows nothing of those given since.
      if (active === false && (row.active || row.isDisabled)) await deactivate(work, row, customer)
      if (!row.active && requested.active) await activate(work, row, customer)
      work.audit({ ...eventOf(row, input, 'update'), version: row.version + 1, before, after: requested })
    }),
  )
}

const isSame = (one: ScimUser, other: ScimUser) => JSON.stringify(one) === JSON.stringify(other)
