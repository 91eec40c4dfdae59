import type { ChangeSetInput, ChangeSetKind, RoleCell } from '@lintel/contract/people/change-set-inputs'
import type { ChangeSet, ChangeSetRow } from '@lintel/contract/people/change-sets'
import { customerUserProfiles } from '@lintel/contract/people/customer-user-profiles'
import { privilegeLevel } from '@lintel/contract/people/privilege-levels'
import type { TemplateEntry } from '@lintel/contract/projects/template-content'
import type { WantedChangeSet } from './change-set-calls'

/** The cells that make what a step made once more, on condition that everything is as it was before it. */
const cellsAgain = (rows: readonly ChangeSetRow[]): RoleCell[] =>
  rows.flatMap(({ outcome, object: { user, project }, before, after }): RoleCell[] => {
    if (outcome !== 'change' || user === undefined || project === undefined) return []
    const expected = (before?.privilegeLevel ?? privilegeLevel.inactive) as number
    if (!after) return [{ user, project, level: privilegeLevel.inactive, expected }]
    const level = after.privilegeLevel as number
    const providers = Array.isArray(after.providers) ? { providers: after.providers as string[] } : {}
    return [{ user, project, level, accessUntil: (after.accessUntil ?? null) as string | null, ...providers, expected }]
  })

/** What makes a step once more from its rows, on condition that everything is as it was before it. Undefined when there is nothing. */
export function stepAgain(
  customer: string,
  { id, kind }: Pick<ChangeSet, 'id' | 'kind'>,
  rows: readonly ChangeSetRow[],
): WantedChangeSet | undefined {
  const changes = rows.filter(({ outcome }) => outcome === 'change')
  const [first] = changes
  if (!first) return undefined
  switch (kind) {
    case 'new-user':
    case 'invitations':
    case 'project-login-methods':
    case 'organization':
    case 'delete-organization':
    case 'template-entries':
    case 'delete-template':
      return { kind, customer, input: recordAgain[kind](first, changes) }
    case 'merge-organizations':
    case 'import-organizations':
    case 'template-drift':
      return undefined
    // The server knows the whole card as it was before and after.
    case 'dashboard-widgets':
      return {
        kind,
        customer,
        input: { project: first.object.project ?? '', again: id } satisfies ChangeSetInput<typeof kind>,
      }
    default:
      return peopleAgain(customer, changes)
  }
}

const recordAgain = {
  'new-user': ({ object, after }, changes) => ({
    user: object.user ?? '',
    profile: fieldsIn(after),
    roles: changes.slice(1).map(roleAgain),
  }),
  invitations: (first, changes) => ({
    ...roleAgain(first),
    emails: changes.map(({ object }) => object.user ?? ''),
  }),
  'project-login-methods': ({ object, before, after }) => ({
    project: object.id ?? '',
    providers: methodsIn(after),
    expected: methodsIn(before),
  }),
  organization: ({ object, before, after }) => ({
    ...(object.id !== undefined && { organization: object.id }),
    fields: after ?? {},
    ...(before ? { expected: before } : { expectedVersion: 0 }),
  }),
  'delete-organization': (_first, changes) => ({ organization: changes.at(-1)?.object.id ?? '' }),
  'delete-template': ({ object }) => ({ template: object.id ?? '' }),
  // What was renamed or removed since has another identity, or none: its row is a conflict, or changes nothing.
  'template-entries': ({ object }, changes) => ({
    template: object.id ?? '',
    remove: changes.flatMap(({ before, after }) => (before && !after ? [identityIn(before)] : [])),
    rename: changes.flatMap(({ before, after }) =>
      before && after ? [{ entry: identityIn(before), renameTo: entryIn(after).renameTo }] : [],
    ),
    add: changes.flatMap(({ before, after }) => (after && !before ? [entryIn(after)] : [])),
  }),
} satisfies {
  [K in ChangeSetKind]?: (first: ChangeSetRow, changes: readonly ChangeSetRow[]) => ChangeSetInput<K>
}

/** The entry of a template that a row is about, as our own server has written it. */
const entryIn = (terms: NonNullable<ChangeSetRow['before']>) => terms as unknown as TemplateEntry

const identityIn = (terms: NonNullable<ChangeSetRow['before']>) => {
  const { isEverything: _, ...identity } = entryIn(terms)
  return identity
}

const methodsIn = (terms: ChangeSetRow['before']): string[] =>
  Array.isArray(terms?.providers) ? (terms.providers as string[]) : []

const roleAgain = ({ object, after }: ChangeSetRow) => ({
  project: object.project ?? '',
  level: (after?.privilegeLevel ?? privilegeLevel.inactive) as number,
  accessUntil: (after?.accessUntil ?? null) as string | null,
  providers: methodsIn(after),
})

/** The name of an organization is there to be read. */
const fieldsIn = (terms: ChangeSetRow['before']) => {
  const { organizationName: _, ...fields } = terms ?? {}
  return fields
}

/** Memberships, and the profile of one person. */
function peopleAgain(customer: string, changes: readonly ChangeSetRow[]): WantedChangeSet | undefined {
  const cells = cellsAgain(changes)
  const profile = changes.find(({ object }) => object.type === customerUserProfiles.type)
  if (!profile) return cells.length > 0 ? { kind: 'roles', customer, input: { cells } } : undefined
  const { before, after } = profile
  const condition = before ? { expected: fieldsIn(before) } : { expectedVersion: 0 }
  const input = {
    user: profile.object.user,
    profile: { ...fieldsIn(after), ...condition },
    cells: cells.map(({ user: _, ...cell }) => cell),
  }
  return { kind: 'user', customer, input }
}
