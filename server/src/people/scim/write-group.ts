import type { Actor } from '@lintel/contract/people/permissions'
import { Problem } from '@lintel/contract/problems'
import type { Change, Context } from '../../platform/context'
import { nothingToDo, unlessUnchanged } from '../../platform/unchanged'
import { lockDirectory, syncDerivedAccess } from '../directory-groups/derive-access'
import { listPeopleOfGroups } from '../directory-groups/derive-access.store'
import { groupVersions, type MembersStep, type ScimGroup, type ScimGroupRow } from './scim-groups'
import {
  addGroup,
  addToGroup,
  changeGroup,
  emailsOf,
  findGroup,
  isNameTaken,
  removeFromGroup,
  removeGroup,
} from './scim-groups.store'
import { notUnique, scimProblem } from './scim-problem'
import { assertIfMatch, type ResourceInput } from './scim-protocol'

/** Maximum members named in an audit event; the others are counted. */
const maxNamedMembers = 200

/** Creates a group with its members, and returns its id. The customer defines its access to projects. */
export async function createGroup(
  change: Change<Actor>,
  customer: string,
  { members, ...group }: ScimGroup & { members: string[] | undefined },
): Promise<string> {
  await lockDirectory(change.db, customer)
  await assertNameAvailable(change, customer, group.displayName, null)
  const id = await addGroup(change, customer, group)
  const { joined, unknown } = await addToGroup(change.db, customer, id, members ?? [])
  if (unknown !== undefined) throw await unknownMemberProblem(change.db, customer, unknown)
  const joins = await describePeople(change, 'joined', joined)
  change.audit({ ...eventOf(id, customer, 'create'), version: 1, after: { ...group, ...joins } })
  return id
}

/** The step that replaces all members; none without `members`. */
export const replaceAllMembers = (members: string[] | undefined): MembersStep[] =>
  members === undefined ? [] : [{ kind: 'byId', replacesAll: true, joins: new Set(members), leaves: new Set() }]

/** The new attributes of a group and the changes of its members. */
interface GroupUpdate {
  group: ScimGroup
  steps: readonly MembersStep[]
}

/** Updates a group and the access derived from it. Does nothing if the group is unchanged. */
export async function updateGroup(
  context: Context<Actor>,
  { customer, id }: ResourceInput['parameters'],
  toUpdate: (row: ScimGroupRow) => GroupUpdate,
): Promise<void> {
  await unlessUnchanged(
    context.change(async (change) => {
      const row = await lockGroup(context, change, customer, id)
      await writeGroup(change, customer, row, toUpdate(row))
    }),
  )
}

/** Locks the directory and returns the group, so that concurrent changes are applied one after the other. */
async function lockGroup(
  context: Context<Actor>,
  { db }: Change<Actor>,
  customer: string,
  id: string,
): Promise<ScimGroupRow> {
  await lockDirectory(db, customer)
  const row = await findGroup(db, customer, id)
  if (!row) throw new Problem('notFound')
  assertIfMatch(context, row, groupVersions)
  return row
}

async function writeGroup(
  change: Change<Actor>,
  customer: string,
  row: ScimGroupRow,
  { group, steps }: GroupUpdate,
): Promise<void> {
  const isRenamed = row.displayName !== group.displayName
  if (isRenamed) await assertNameAvailable(change, customer, group.displayName, row.id)
  const { joined, left, adopted } = await changeMembers(change, customer, row.id, steps)
  const isSame = !isRenamed && row.externalId === group.externalId
  if (isSame && joined.length === 0 && left.length === 0) {
    if (adopted.length === 0) throw nothingToDo()
    // Who is in the group stays the same, and so does its version.
    change.audit({ ...eventOf(row.id, customer, 'update'), after: await describePeople(change, 'adopted', adopted) })
    return
  }
  await changeGroup(change, row, group)
  const followed = await syncDerivedAccess(change, customer, [...joined, ...left], { group: row.id })
  const { displayName, externalId } = row
  change.audit({
    ...eventOf(row.id, customer, 'update'),
    version: row.version + 1,
    before: { displayName, externalId },
    after: {
      ...group,
      ...(await describePeople(change, 'joined', joined)),
      ...(await describePeople(change, 'left', left)),
      ...(await describePeople(change, 'adopted', adopted)),
      ...followed,
    },
  })
}

/** Applies the steps in order, and returns the people (internal ids) added and removed in total, and those adopted from an import. */
async function changeMembers(
  { db }: Change<Actor>,
  customer: string,
  group: string,
  steps: readonly MembersStep[],
): Promise<{ joined: string[]; left: string[]; adopted: string[] }> {
  const adopted = new Set<string>()
  const joined = new Set<string>()
  const left = new Set<string>()
  const leave = async (leaving: Parameters<typeof removeFromGroup>[3]) => {
    const removed = await removeFromGroup(db, customer, group, leaving)
    for (const person of removed) {
      adopted.delete(person)
      if (!joined.delete(person)) left.add(person)
    }
    return removed.length
  }
  const join = async (users: readonly string[]) => {
    const added = await addToGroup(db, customer, group, users)
    if (added.unknown !== undefined) throw await unknownMemberProblem(db, customer, added.unknown)
    for (const person of added.joined) if (!left.delete(person)) joined.add(person)
    for (const person of added.adopted) adopted.add(person)
  }
  for (const step of steps) {
    if (step.kind === 'byId') {
      await leave(step.replacesAll ? { allBut: [...step.joins] } : { users: [...step.leaves] })
      await join([...step.joins])
    } else {
      const removedCount = await leave({ filter: step.filter })
      if (step.joins && removedCount === 0) throw scimProblem('noTarget', 'No member is meant')
      if (step.joins) await join(step.joins)
    }
  }
  return { joined: [...joined], left: [...left], adopted: [...adopted] }
}

/** Deletes a group and the access that only it gave. */
export const deleteGroup = (context: Context<Actor>, { customer, id }: ResourceInput['parameters']): Promise<void> =>
  context.change(async (change) => {
    const { db } = change
    const row = await lockGroup(context, change, customer, id)
    const people = await listPeopleOfGroups(db, customer, [id])
    await removeGroup(db, row)
    const followed = await syncDerivedAccess(change, customer, people, { group: id })
    const { displayName, externalId } = row
    change.audit({
      ...eventOf(id, customer, 'remove'),
      before: { displayName, externalId, ...(await describePeople(change, 'members', people)) },
      after: followed,
    })
  })

async function assertNameAvailable(
  { db }: Change<Actor>,
  customer: string,
  name: string,
  group: string | null,
): Promise<void> {
  if (await isNameTaken(db, customer, name, group)) throw notUnique(`There is a group ${name} already`)
}

/** The problem of a member id that is no user: unknown, or a group, which cannot be a member here. */
async function unknownMemberProblem(db: Change<Actor>['db'], customer: string, id: string) {
  const group = await findGroup(db, customer, id)
  return scimProblem(
    'invalidValue',
    group
      ? `${group.displayName} is a group: members of a group are users, so send those who are in it`
      : `There is no user ${id.slice(0, 100)}`,
  )
}

const eventOf = (id: string, customer: string, action: 'create' | 'update' | 'remove') => ({
  action: `directory-groups.${action}`,
  customer,
  target: { type: 'directory-groups', id },
})

/** The emails of people for an audit event, and their count where there are more than it names. */
async function describePeople({ db }: Change<Actor>, name: string, people: readonly string[]) {
  if (people.length === 0) return {}
  const emails = await emailsOf(db, people, maxNamedMembers)
  return { [name]: emails, ...(people.length > maxNamedMembers && { [`${name}Count`]: people.length }) }
}
