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
  return again[kind]({ customer, id, first, changes })
}

/** A step that is made once more: the change set that it was, and its rows, of which there is at least one. */
interface Again {
  customer: string
  id: string
  first: ChangeSetRow
  changes: readonly ChangeSetRow[]
}

const never = () => undefined

const ofPeople = ({ customer, changes }: Again) => peopleAgain(customer, changes)

/** The same kind once more, from what its rows tell. */
const same =
  <K extends ChangeSetKind>(
    kind: K,
    inputOf: (first: ChangeSetRow, changes: readonly ChangeSetRow[], id: string) => ChangeSetInput<K>,
  ) =>
  ({ customer, id, first, changes }: Again): WantedChangeSet => ({ kind, customer, input: inputOf(first, changes, id) })

/** How each kind is made once more. */
const again: Readonly<Record<ChangeSetKind, (step: Again) => WantedChangeSet | undefined>> = {
  roles: ofPeople,
  'copy-access': ofPeople,
  'access-file': ofPeople,
  'remove-from-all-projects': ofPeople,
  user: ofPeople,
  'ad-import': ofPeople,
  'merge-organizations': never,
  'import-organizations': never,
  'template-drift': never,
  // The server knows the whole card as it was before and after.
  'dashboard-widgets': same('dashboard-widgets', ({ object }, _changes, id) => ({
    project: object.project ?? '',
    again: id,
  })),
  'new-user': same('new-user', ({ object, after }, changes) => ({
    user: object.user ?? '',
    profile: fieldsIn(after),
    roles: changes.slice(1).map(roleAgain),
  })),
  invitations: same('invitations', (first, changes) => ({
    ...roleAgain(first),
    emails: changes.map(({ object }) => object.user ?? ''),
  })),
  'project-login-methods': same('project-login-methods', ({ object, before, after }) => ({
    project: object.id ?? '',
    providers: methodsIn(after),
    expected: methodsIn(before),
  })),
  organization: same('organization', ({ object, before, after }) => ({
    ...(object.id !== undefined && { organization: object.id }),
    fields: after ?? {},
    ...(before ? { expected: before } : { expectedVersion: 0 }),
  })),
  'delete-organization': same('delete-organization', (_first, changes) => ({
    organization: changes.at(-1)?.object.id ?? '',
  })),
  'delete-template': same('delete-template', ({ object }) => ({ template: object.id ?? '' })),
  // What was renamed or removed since has another identity, or none: its row is a conflict, or changes nothing.
  'template-entries': same('template-entries', ({ object }, changes) => ({
    template: object.id ?? '',
    remove: changes.flatMap(({ before, after }) => (before && !after ? [identityIn(before)] : [])),
    rename: changes.flatMap(({ before, after }) =>
      before && after ? [{ entry: identityIn(before), renameTo: entryIn(after).renameTo }] : [],
    ),
    add: changes.flatMap(({ before, after }) => (after && !before ? [entryIn(after)] : [])),
  })),
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
