import { line, name as shortName } from '@lintel/contract/jsonapi/fields'
import type { Filter } from './scim-filter'
import {
  changesOf,
  type Document,
  listOf,
  type Patching,
  type PatchOperation,
  type PathChange,
  patched,
  targetOf,
} from './scim-patch'
import { refused } from './scim-problem'
import { commonAttributes, groupSchema, groupSchemaId, membersAttribute } from './scim-schema'
import { optional, required } from './scim-value'

/** How groups are patched. */
const groupPatching: Patching = {
  schema: groupSchemaId,
  attributes: [...commonAttributes, ...groupSchema.attributes],
  notKept: groupSchema.notKept,
}

/** What a directory says of a group beside its members. */
export interface ScimGroup {
  displayName: string
  externalId: string | null
}

/** A group as it is stored. */
export interface ScimGroupRow extends ScimGroup {
  id: string
  version: number
  createdAt: string
  updatedAt: string
}

/** Somebody in a group: the id of the user, and the name or else the email. */
export interface ScimMember {
  value: string
  display: string
}

/** A group as JSON; without members where nobody asked for them. */
export const groupDocument = (
  row: ScimGroupRow,
  members: readonly ScimMember[] | undefined,
  root: string,
): Document => ({
  schemas: [groupSchemaId],
  id: row.id,
  ...(row.externalId !== null && { externalId: row.externalId }),
  displayName: row.displayName,
  ...(members && {
    members: members.map(({ value, display }) => ({ value, $ref: `${root}/Users/${value}`, display, type: 'User' })),
  }),
  meta: {
    resourceType: 'Group',
    created: new Date(row.createdAt).toISOString(),
    lastModified: new Date(row.updatedAt).toISOString(),
    location: `${root}/Groups/${row.id}`,
    version: `W/"${row.version}"`,
  },
})

/** Reads what a directory sends as a whole group. Without `members`, nothing is said of them. Throws `invalidValue` naming the attribute. */
export function readGroup(body: Document): ScimGroup & { members: string[] | undefined } {
  const own = Object.entries(body).filter(([name]) => !['schemas', 'id', 'meta'].includes(name.toLowerCase()))
  const isOfMembers = ([name]: [string, unknown]) => name.toLowerCase() === 'members'
  const members = own.find(isOfMembers)?.[1]
  const value = Object.fromEntries(own.filter((one) => !isOfMembers(one)))
  return {
    ...toGroup(patched({}, [{ op: 'add', value }], { ...groupPatching, isWhole: true })),
    members: members === undefined || members === null ? undefined : idsIn(members),
  }
}

function toGroup({ displayName, externalId }: Document): ScimGroup {
  return {
    displayName: required('displayName', shortName(254), displayName),
    externalId: optional('externalId', line(254), externalId),
  }
}

/**
 * What becomes of a group's members, step by step. `named` starts from those that are there, or from nobody; then some leave and some
 * join, by their ids. `meant` are those who are there and meet a filter: they leave, and `joins` come in their place.
 */
export type MembersStep =
  | { kind: 'named'; fromNobody: boolean; joins: Set<string>; leaves: Set<string> }
  | { kind: 'meant'; filter: Filter; joins: readonly string[] | undefined }

/** Most steps of a PATCH that ask members by something else than their ids: each is a look at all of them. */
const mostFilters = 20

/**
 * Reads a patch of a group. Operations that follow one another and name members by their ids become one step, so that ten thousand cost
 * what one does. Throws `invalidPath`, `invalidValue`, `noTarget`, `mutability` or `tooMany`.
 */
export function readGroupPatch(
  row: ScimGroupRow,
  operations: readonly PatchOperation[],
): { group: ScimGroup; steps: MembersStep[] } {
  const steps: MembersStep[] = []
  const others: PatchOperation[] = []
  for (const change of operations.flatMap((operation) => changesOf(operation, groupPatching))) {
    if (/^(?:urn:[\w:.]*:)?members(?:$|[.[])/i.test(change.path)) changeMembers(steps, change)
    else others.push({ op: change.act, path: change.path, value: change.value })
  }
  if (steps.filter(({ kind }) => kind === 'meant').length > mostFilters) {
    throw refused('tooMany', `At most ${mostFilters} operations name members by something else than their ids`)
  }
  const { id, displayName, externalId } = row
  const document = { id, displayName, ...(externalId !== null && { externalId }) }
  return { group: toGroup(patched(document, others, groupPatching)), steps }
}

function changeMembers(steps: MembersStep[], { act, path, value }: PathChange): void {
  const target = targetOf(path, groupPatching)
  if (target?.part) {
    // What follows from the member is passed over, as everywhere.
    if (target.part.mutability === 'readOnly') return
    throw refused('mutability', 'A member is added and removed as a whole')
  }
  const filter = target?.filter
  if (filter === undefined) {
    const named = lastNamed(steps)
    if (act === 'replace' || (act === 'remove' && (value === undefined || value === null))) {
      Object.assign(named, { fromNobody: true, joins: new Set(), leaves: new Set() })
    }
    if (value !== undefined && value !== null) for (const id of idsIn(value)) name(named, id, act !== 'remove')
    return
  }
  const ids = act === 'remove' ? idsOf(filter) : undefined
  if (ids) for (const id of ids) name(lastNamed(steps), id, false)
  else steps.push({ kind: 'meant', filter, joins: act === 'remove' ? undefined : idsIn(value) })
}

/** The step that is at its end, where that names members by their ids; else a new one. */
function lastNamed(steps: MembersStep[]): MembersStep & { kind: 'named' } {
  const last = steps.at(-1)
  if (last?.kind === 'named') return last
  const step = { kind: 'named' as const, fromNobody: false, joins: new Set<string>(), leaves: new Set<string>() }
  steps.push(step)
  return step
}

function name({ joins, leaves }: MembersStep & { kind: 'named' }, id: string, isJoining: boolean): void {
  const [into, outOf] = isJoining ? [joins, leaves] : [leaves, joins]
  into.add(id)
  outOf.delete(id)
}

/** The ids that a filter asks for, where that is all it asks. */
function idsOf(filter: Filter): string[] | undefined {
  if (filter.kind === 'compare' && filter.path === 'value' && filter.by === 'eq' && typeof filter.value === 'string') {
    return [filter.value]
  }
  if (filter.kind !== 'or') return undefined
  const [one, other] = filter.of.map(idsOf)
  return one && other ? [...one, ...other] : undefined
}

function idsIn(value: unknown): string[] {
  return listOf(membersAttribute, value).map(({ value: id }) => {
    if (typeof id === 'string' && id !== '') return id
    throw refused('invalidValue', 'Each of members has a value: the id of a user')
  })
}
