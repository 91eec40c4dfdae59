import type { Actor } from '@lintel/contract/people/permissions'
import { Problem } from '@lintel/contract/problems'
import type { Change, Context } from '../../platform/context'
import { nothingToDo, unlessUnchanged } from '../../platform/unchanged'
import { followDirectory, lockDirectory } from '../directory-groups/derive-access'
import { peopleOf } from '../directory-groups/derive-access.store'
import { type OfOne, refuseStale } from './scim-answer'
import type { MembersStep, ScimGroup, ScimGroupRow } from './scim-groups'
import {
  addGroup,
  changeGroup,
  emailsOf,
  findGroup,
  isNameTaken,
  joinGroup,
  leaveGroup,
  removeGroup,
} from './scim-groups.store'
import { notUnique, refused } from './scim-problem'

/** Most members whom the record of a change names; it counts the others. */
const mostNamed = 200

/** Adds a group with its members, and gives its id. What it opens is said at the customer. */
export async function createGroup(
  change: Change<Actor>,
  customer: string,
  { members, ...group }: ScimGroup & { members: string[] | undefined },
): Promise<string> {
  await lockDirectory(change.db, customer)
  await mustBeFree(change, customer, group.displayName, null)
  const id = await addGroup(change, customer, group)
  const { joined, unknown } = await joinGroup(change.db, customer, id, members ?? [])
  if (unknown !== undefined) throw await noUser(change.db, customer, unknown)
  const joins = await described(change, 'joined', joined)
  change.audit({ ...eventOf(id, customer, 'create'), version: 1, after: { ...group, ...joins } })
  return id
}

/** Replaces all members by these users; nothing is said of them without. */
export const replacing = (members: string[] | undefined): MembersStep[] =>
  members === undefined ? [] : [{ kind: 'named', fromNobody: true, joins: new Set(members), leaves: new Set() }]

/** What a directory wants of a group: its attributes, and what becomes of its members. */
interface WantedGroup {
  group: ScimGroup
  steps: readonly MembersStep[]
}

/** Writes a group as its directory wants it, with the access that follows; nothing when it is so already. */
export async function updateGroup(
  context: Context<Actor>,
  { customer, id }: OfOne['parameters'],
  wantedOf: (row: ScimGroupRow) => WantedGroup,
): Promise<void> {
  await unlessUnchanged(
    context.change(async (change) => {
      const row = await lockedGroup(context, change, customer, id)
      await writeGroup(change, customer, row, wantedOf(row))
    }),
  )
}

/** The group as it is; changes that came at once are done one after the other, each on what the one before it left. */
async function lockedGroup(
  context: Context<Actor>,
  { db }: Change<Actor>,
  customer: string,
  id: string,
): Promise<ScimGroupRow> {
  await lockDirectory(db, customer)
  const row = await findGroup(db, customer, id)
  if (!row) throw new Problem('notFound')
  refuseStale(context, row)
  return row
}

async function writeGroup(
  change: Change<Actor>,
  customer: string,
  row: ScimGroupRow,
  { group, steps }: WantedGroup,
): Promise<void> {
  const isRenamed = row.displayName !== group.displayName
  if (isRenamed) await mustBeFree(change, customer, group.displayName, row.id)
  const { joined, left } = await changeMembers(change, customer, row.id, steps)
  const isSame = !isRenamed && row.externalId === group.externalId
  if (isSame && joined.length === 0 && left.length === 0) throw nothingToDo()
  await changeGroup(change, row, group)
  const followed = await followDirectory(change, customer, [...joined, ...left])
  const { displayName, externalId } = row
  change.audit({
    ...eventOf(row.id, customer, 'update'),
    version: row.version + 1,
    before: { displayName, externalId },
    after: {
      ...group,
      ...(await described(change, 'joined', joined)),
      ...(await described(change, 'left', left)),
      ...followed,
    },
  })
}

/** Takes the steps one after the other, and gives the people (internal ids) who joined and left in the end. */
async function changeMembers(
  { db }: Change<Actor>,
  customer: string,
  group: string,
  steps: readonly MembersStep[],
): Promise<{ joined: string[]; left: string[] }> {
  const joined = new Set<string>()
  const left = new Set<string>()
  const leave = async (leaving: Parameters<typeof leaveGroup>[3]) => {
    const gone = await leaveGroup(db, customer, group, leaving)
    for (const person of gone) if (!joined.delete(person)) left.add(person)
    return gone.length
  }
  const join = async (users: readonly string[]) => {
    const found = await joinGroup(db, customer, group, users)
    if (found.unknown !== undefined) throw await noUser(db, customer, found.unknown)
    for (const person of found.joined) if (!left.delete(person)) joined.add(person)
  }
  for (const step of steps) {
    if (step.kind === 'named') {
      await leave(step.fromNobody ? { allBut: [...step.joins] } : { users: [...step.leaves] })
      await join([...step.joins])
    } else {
      const meant = await leave({ filter: step.filter })
      if (step.joins && meant === 0) throw refused('noTarget', 'No member is meant')
      if (step.joins) await join(step.joins)
    }
  }
  return { joined: [...joined], left: [...left] }
}

/** Removes a group, and takes what it alone gave. */
export const deleteGroup = (context: Context<Actor>, { customer, id }: OfOne['parameters']): Promise<void> =>
  context.change(async (change) => {
    const { db } = change
    const row = await lockedGroup(context, change, customer, id)
    const people = await peopleOf(db, customer, [id])
    await removeGroup(db, row)
    const followed = await followDirectory(change, customer, people)
    const { displayName, externalId } = row
    change.audit({
      ...eventOf(id, customer, 'remove'),
      before: { displayName, externalId, ...(await described(change, 'members', people)) },
      after: followed,
    })
  })

async function mustBeFree({ db }: Change<Actor>, customer: string, name: string, group: string | null): Promise<void> {
  if (await isNameTaken(db, customer, name, group)) throw notUnique(`There is a group ${name} already`)
}

/** Why nobody of this id becomes a member: there is no such user, or it is a group, which is a member of no group here. */
async function noUser(db: Change<Actor>['db'], customer: string, id: string) {
  const inner = await findGroup(db, customer, id)
  return refused(
    'invalidValue',
    inner
      ? `${inner.displayName} is a group: members of a group are users, so send those who are in it`
      : `There is no user ${id.slice(0, 100)}`,
  )
}

const eventOf = (id: string, customer: string, act: 'create' | 'update' | 'remove') => ({
  action: `directory-groups.${act}`,
  customer,
  target: { type: 'directory-groups', id },
})

/** People as the record names them: each by email, and how many where they are more than it names. */
async function described({ db }: Change<Actor>, name: string, people: readonly string[]) {
  if (people.length === 0) return {}
  const emails = await emailsOf(db, people, mostNamed)
  return { [name]: emails, ...(people.length > mostNamed && { [`${name}Count`]: people.length }) }
}
