import { createHash } from 'node:crypto'
import { line, name as shortName } from '@lintel/contract/jsonapi/fields'
import type { Filter } from './scim-filter'
import {
  applyPatch,
  type Document,
  type PatchOperation,
  type PatchOptions,
  type PathChange,
  pathChanges,
  resolveTarget,
} from './scim-patch'
import { scimProblem } from './scim-problem'
import { commonAttributes, groupSchema, groupSchemaId, membersAttribute } from './scim-schema'
import { optional, required, toElements } from './scim-value'

const groupPatchOptions: PatchOptions = {
  schema: groupSchemaId,
  attributes: [...commonAttributes, ...groupSchema.attributes],
  ignoredAttributes: groupSchema.ignoredAttributes,
}

/** The attributes of a group without its members. */
export interface ScimGroup {
  displayName: string
  externalId: string | null
}

/** A stored group. */
export interface ScimGroupRow extends ScimGroup {
  id: string
  version: number
  /** Version of what a directory can change: the attributes, and who the members are. Where members are shown, {@link groupEtag}. */
  etag: string
  createdAt: string
  updatedAt: string
}

/** A group member: the id of the user, and the name or email. */
export interface ScimMember {
  value: string
  display: string
}

/**
 * The ETag of a group that is shown with these members: its version, and a hash of them with their names. The names are not part of the version:
 * otherwise a renamed member would make a change of the group stale. Without members it is the version alone.
 */
export function groupEtag({ etag }: ScimGroupRow, members: readonly ScimMember[]): string {
  if (members.length === 0) return etag
  const shown = JSON.stringify(members.map(({ value, display }) => [value, display]))
  return etag.replace(/"$/, `.${createHash('sha256').update(shown).digest('base64url').slice(0, 22)}"`)
}

/** ETags of groups without the hash of their members: what changes and filters compare. */
export const groupVersions = (etags: string): string => etags.replace(/\.[\w-]+"/g, '"')

/** A group as JSON; without members if they are not requested. */
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
    version: row.etag,
  },
})

/** Parses a full group. `members` is undefined if the body does not contain it. Throws `invalidValue` naming the attribute. */
export function readGroup(body: Document): ScimGroup & { members: string[] | undefined } {
  const own = Object.entries(body).filter(([name]) => !['schemas', 'id', 'meta'].includes(name.toLowerCase()))
  const isOfMembers = ([name]: [string, unknown]) => name.toLowerCase() === 'members'
  const members = own.find(isOfMembers)?.[1]
  const value = Object.fromEntries(own.filter((one) => !isOfMembers(one)))
  return {
    ...toGroup(applyPatch({}, [{ op: 'add', value }], { ...groupPatchOptions, isFullResource: true })),
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
 * A change of a group's members. `byId` starts from the current members, or from none with `replacesAll`, then removes and adds users by id.
 * `byFilter` removes the members that match a filter and adds `joins` in their place.
 */
export type MembersStep =
  | { kind: 'byId'; replacesAll: boolean; joins: Set<string>; leaves: Set<string> }
  | { kind: 'byFilter'; filter: Filter; joins: readonly string[] | undefined }

/** Maximum steps of a PATCH that select members by filter: each scans all members. */
const maxFilters = 20

/**
 * Parses a PATCH of a group. Consecutive operations by id are merged into one step, so that 10,000 cost as much as one. Throws `invalidPath`,
 * `invalidValue`, `noTarget`, `mutability` or `tooMany`.
 */
export function readGroupPatch(
  row: ScimGroupRow,
  operations: readonly PatchOperation[],
): { group: ScimGroup; steps: MembersStep[] } {
  const steps: MembersStep[] = []
  const others: PatchOperation[] = []
  for (const change of operations.flatMap((operation) => pathChanges(operation, groupPatchOptions))) {
    if (/^(?:urn:[\w:.]*:)?members(?:$|[.[])/i.test(change.path)) changeMembers(steps, change)
    else others.push({ op: change.action, path: change.path, value: change.value })
  }
  if (steps.filter(({ kind }) => kind === 'byFilter').length > maxFilters) {
    throw scimProblem('tooMany', `At most ${maxFilters} operations name members by something else than their ids`)
  }
  const { id, displayName, externalId } = row
  const document = { id, displayName, ...(externalId !== null && { externalId }) }
  return { group: toGroup(applyPatch(document, others, groupPatchOptions)), steps }
}

function changeMembers(steps: MembersStep[], { action, path, value }: PathChange): void {
  const target = resolveTarget(path, groupPatchOptions)
  if (target?.subAttribute) {
    // Read-only sub-attributes are ignored, as everywhere.
    if (target.subAttribute.mutability === 'readOnly') return
    throw scimProblem('mutability', 'A member is added and removed as a whole')
  }
  const filter = target?.filter
  if (filter === undefined) {
    const step = lastStepById(steps)
    if (action === 'replace' || (action === 'remove' && (value === undefined || value === null))) {
      Object.assign(step, { replacesAll: true, joins: new Set(), leaves: new Set() })
    }
    if (value !== undefined && value !== null)
      for (const id of idsIn(value)) recordMember(step, id, action !== 'remove')
    return
  }
  // An addition changes the members that match, and the id of a member is immutable.
  if (action === 'add') throw scimProblem('mutability', 'A member is added and removed as a whole')
  const ids = action === 'remove' ? idsOf(filter) : undefined
  if (ids) for (const id of ids) recordMember(lastStepById(steps), id, false)
  else steps.push({ kind: 'byFilter', filter, joins: action === 'remove' ? undefined : idsIn(value) })
}

/** The last step, if it selects members by id; otherwise a new one. */
function lastStepById(steps: MembersStep[]): MembersStep & { kind: 'byId' } {
  const last = steps.at(-1)
  if (last?.kind === 'byId') return last
  const step = { kind: 'byId' as const, replacesAll: false, joins: new Set<string>(), leaves: new Set<string>() }
  steps.push(step)
  return step
}

function recordMember({ joins, leaves }: MembersStep & { kind: 'byId' }, id: string, isJoining: boolean): void {
  const [into, outOf] = isJoining ? [joins, leaves] : [leaves, joins]
  into.add(id)
  outOf.delete(id)
}

/** The ids that a filter selects, if it compares nothing else. */
function idsOf(filter: Filter): string[] | undefined {
  if (
    filter.kind === 'compare' &&
    filter.path === 'value' &&
    filter.operator === 'eq' &&
    typeof filter.value === 'string'
  ) {
    return [filter.value]
  }
  if (filter.kind !== 'or') return undefined
  const [one, other] = filter.of.map(idsOf)
  return one && other ? [...one, ...other] : undefined
}

function idsIn(value: unknown): string[] {
  return toElements(membersAttribute, value).map(({ value: id }) => {
    if (typeof id === 'string' && id !== '') return id
    throw scimProblem('invalidValue', 'Each of members has a value: the id of a user')
  })
}
