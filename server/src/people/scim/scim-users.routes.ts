import { customerUserProfiles } from '@lintel/contract/people/customer-user-profiles'
import type { Person } from '@lintel/contract/people/permissions'
import {
  createScimUser,
  deleteScimUser,
  listScimUsers,
  patchScimUser,
  readScimUser,
  replaceScimUser,
  type ScimList,
  type ScimListQuery,
  type ScimShown,
  searchScimUsers,
} from '@lintel/contract/people/scim'
import { Problem } from '@lintel/contract/problems'
import type { FastifyReply } from 'fastify'
import { answer } from '../../platform/answer'
import type { Change, Context } from '../../platform/context'
import type { Route } from '../../platform/route'
import { nothingToDo, unlessUnchanged } from '../../platform/unchanged'
import {
  add,
  change as changeProfile,
  remove as removeProfile,
} from '../customer-user-profiles/customer-user-profiles.store'
import { lockDirectory } from '../directory-groups/derive-access'
import { findOrAddPerson } from '../users/new-person.store'
import { activate, deactivate, leaveDirectory } from './scim-access'
import {
  asPerson,
  isNotModified,
  listOf,
  mustSay,
  type OfCustomer,
  type OfOne,
  operationsIn,
  partOf,
  refuseStale,
  rootOf,
  searchedIn,
  terms,
  writing,
} from './scim-answer'
import { type Document, patched } from './scim-patch'
import { notUnique, refused } from './scim-problem'
import { userSchemaId } from './scim-schema'
import { shownOf } from './scim-shown'
import { readUser, type ScimUser, storedUser, toUser, userDocument, userPatching } from './scim-users'
import {
  findUser,
  hasProfile,
  isOfVerifiedDomain,
  listUsers,
  lockUser,
  organizationNamed,
  type ScimUserRow,
  writeScimUser,
} from './scim-users.store'

/** Most operations in one PATCH of a person. */
const mostOperations = 1_000

/** The people of a customer's directory. */
export const scimUserRoutes = (): Route[] => [
  answer(listScimUsers, {
    ...terms,
    run: (context, { parameters, query }) => search(context, { parameters }, query),
  }),
  answer(searchScimUsers, {
    ...writing,
    run: (context, { parameters, body }) => search(context, { parameters }, searchedIn(body)),
  }),
  answer(createScimUser, {
    ...writing,
    async run(context, { parameters: { customer }, query, body }, reply) {
      mustSay(userSchemaId, body.schemas)
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
      mustSay(userSchemaId, input.body.schemas)
      await writeUser(context, input, (row) => readUser(input.body, row))
      return send(context, reply, input)
    },
  }),
  answer(patchScimUser, {
    ...writing,
    async run(context, input, reply) {
      const operations = operationsIn(input.body, mostOperations)
      await writeUser(context, input, (row) => toUser(patched(userDocument(row, ''), operations, userPatching), row))
      return send(context, reply, input)
    },
  }),
  answer(deleteScimUser, {
    ...terms,
    async run(context, input) {
      await context.change(async (change) => {
        const work = asPerson(change)
        const row = await lockedUser(context, work, input)
        await leaveDirectory(work, row, input.parameters.customer)
        await removeProfile(work, row)
        work.audit({ ...eventOf(row, input, 'remove'), before: storedUser(row) })
      })
    },
  }),
]

async function search(context: Context, input: OfCustomer, query: ScimListQuery): Promise<ScimList> {
  const { rows, total } = await listUsers(context.db, input.parameters.customer, partOf(query))
  const root = rootOf(context, input)
  return {
    ...listOf(rows.map((row) => shownOf(userDocument(row, root), query))),
    totalResults: total,
    startIndex: Math.max(query.startIndex ?? 1, 1),
  }
}

/** Somebody as they are; changes that came at once are done one after the other, each on what the one before it left. */
async function lockedUser(context: Context, { db }: Change<Person>, input: OfOne): Promise<ScimUserRow> {
  const { customer, id } = input.parameters
  // In the order in which change sets lock them, so that neither waits for the other for ever.
  await lockDirectory(db, customer)
  const row = (await lockUser(db, customer, id)) ? await findUser(db, customer, id) : undefined
  if (!row) throw new Problem('notFound')
  refuseStale(context, row)
  return row
}

async function found({ db }: Context, { parameters: { customer, id } }: OfOne): Promise<ScimUserRow> {
  const row = await findUser(db, customer, id)
  if (!row) throw new Problem('notFound')
  return row
}

async function send(context: Context, reply: FastifyReply, input: OfOne & { query: ScimShown }): Promise<Document> {
  const row = await found(context, input)
  const root = rootOf(context, input)
  if (await isNotModified(context, reply, row, `${root}/Users/${row.id}`)) return {}
  return shownOf(userDocument(row, root), input.query)
}

async function mustBeOfDomain({ db }: Context, customer: string, email: string): Promise<void> {
  if (await isOfVerifiedDomain(db, customer, email)) return
  throw refused('invalidValue', `The domain of ${email} is not verified for this customer`)
}

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
  // Before anybody is locked, as change sets do.
  if (!wanted.active) await lockDirectory(work.db, customer)
  const person = await findOrAddPerson(work, customer, { email, givenName: firstName, familyName: lastName })
  if (!person) throw refused('invalidValue', 'Nobody can be added here')
  if (await hasProfile(work.db, customer, person.id)) throw notUnique(`There is a user ${email} already`)
  const userOrganization = await organizationOf(work, customer, wanted)
  const id = await add(work, { customer, firstName, lastName, title, phone, userOrganization }, person.id)
  await writeScimUser(work.db, { ...wanted, profile: id, customer })
  if (!wanted.active) await deactivate(work, { id, user: person.id }, customer)
  work.audit({ ...eventOf({ id }, { parameters: { customer } }, 'create'), version: 1, after: wanted })
  return id
}

const organizationOf = async ({ db }: Change, customer: string, { organization }: ScimUser) =>
  organization === null ? null : organizationNamed(db, customer, organization)

/** Writes somebody as the directory wants them; nothing when they are so already. */
async function writeUser(context: Context, input: OfOne, wantedOf: (row: ScimUserRow) => ScimUser): Promise<void> {
  const { customer } = input.parameters
  await unlessUnchanged(
    context.change(async (change) => {
      const work = asPerson(change)
      const row = await lockedUser(context, work, input)
      const before = storedUser(row)
      const wanted = wantedOf(row)
      if (wanted.email !== before.email) {
        throw refused(
          'mutability',
          'userName cannot be changed: a person changes the address of their account themselves',
        )
      }
      if (isSame(before, wanted)) throw nothingToDo()
      const { firstName, lastName, title, phone } = wanted
      const userOrganization = await organizationOf(work, customer, wanted)
      await changeProfile(work, row, { firstName, lastName, title, phone, userOrganization })
      await writeScimUser(work.db, { ...wanted, profile: row.id, customer })
      if (row.active && !wanted.active) await deactivate(work, row, customer)
      if (!row.active && wanted.active) await activate(work, row, customer)
      work.audit({ ...eventOf(row, input, 'update'), version: row.version + 1, before, after: wanted })
    }),
  )
}

const isSame = (one: ScimUser, other: ScimUser) => JSON.stringify(one) === JSON.stringify(other)
