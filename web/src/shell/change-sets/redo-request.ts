import {
  type ChangeSetInput,
  type ChangeSetKind,
  isRedoneById,
  redoneById,
} from '@lintel/contract/people/change-set-inputs'
import type { ChangeSet, ChangeSetRow } from '@lintel/contract/people/change-sets'
import { privilegeLevel } from '@lintel/contract/people/privilege-levels'
import type { TemplateEntry } from '@lintel/contract/projects/template-content'
import type { ChangeSetRequest } from './change-set-calls'

/**
 * The request that redoes a step, on condition that everything is as it was before it: by its id where the server knows
 * all that it changed, else from its rows. Undefined if nothing can be redone.
 */
export async function redoRequest(
  customer: string,
  { id, kind }: Pick<ChangeSet, 'id' | 'kind'>,
  readRows: () => Promise<readonly ChangeSetRow[]>,
): Promise<ChangeSetRequest | undefined> {
  if (isRedoneById(kind)) return { kind: redoneById[kind], customer, input: { again: id } }
  const redo = redoByKind[kind]
  if (!redo) return undefined
  const changes = (await readRows()).filter(({ outcome }) => outcome === 'change')
  const [first] = changes
  return first && redo({ customer, id, first, changes })
}

/** A step to redo: its change set and its changing rows, at least one. */
interface RedoContext {
  customer: string
  id: string
  first: ChangeSetRow
  changes: readonly ChangeSetRow[]
}

/** Redoes by a request of the same kind, built from the rows. */
const sameKind =
  <K extends ChangeSetKind>(
    kind: K,
    buildInput: (first: ChangeSetRow, changes: readonly ChangeSetRow[], id: string) => ChangeSetInput<K>,
  ) =>
  ({ customer, id, first, changes }: RedoContext): ChangeSetRequest => ({
    kind,
    customer,
    input: buildInput(first, changes, id),
  })

/** How each kind is redone from its rows; undefined where they do not describe all that was changed. */
const redoByKind: Readonly<
  Record<Exclude<ChangeSetKind, keyof typeof redoneById>, ((step: RedoContext) => ChangeSetRequest) | undefined>
> = {
  'ad-import': undefined,
  'merge-organizations': undefined,
  'import-organizations': undefined,
  'template-drift': undefined,
  // The server knows the whole card before and after.
  'dashboard-widgets': sameKind('dashboard-widgets', ({ object }, _changes, id) => ({
    project: object.project ?? '',
    again: id,
  })),
  'new-user': sameKind('new-user', ({ object, after }, changes) => ({
    user: object.user ?? '',
    profile: fieldsIn(after),
    roles: changes.slice(1).map(roleAfter),
  })),
  invitations: sameKind('invitations', (first, changes) => ({
    ...roleAfter(first),
    emails: changes.map(({ object }) => object.user ?? ''),
  })),
  'project-login-methods': sameKind('project-login-methods', ({ object, before, after }) => ({
    project: object.id ?? '',
    providers: methodsIn(after),
    expected: methodsIn(before),
  })),
  organization: sameKind('organization', ({ object, before, after }) => ({
    ...(object.id !== undefined && { organization: object.id }),
    fields: after ?? {},
    ...(before ? { expected: before } : { expectedVersion: 0 }),
  })),
  'delete-organization': sameKind('delete-organization', (_first, changes) => ({
    organization: changes.at(-1)?.object.id ?? '',
  })),
  template: sameKind('template', ({ object, before, after }) => ({
    ...(object.id !== undefined && { template: object.id }),
    name: nameIn(after),
    ...(before ? { expectedName: nameIn(before) } : { expectedVersion: 0 }),
  })),
  'delete-template': sameKind('delete-template', ({ object }) => ({ template: object.id ?? '' })),
  // An entry renamed or removed since is not found by its identity: its row conflicts or changes nothing.
  'template-entries': sameKind('template-entries', ({ object }, changes) => ({
    template: object.id ?? '',
    remove: changes.flatMap(({ before, after }) => (before && !after ? [identityIn(before)] : [])),
    rename: changes.flatMap(({ before, after }) =>
      before && after ? [{ entry: identityIn(before), renameTo: entryIn(after).renameTo }] : [],
    ),
    add: changes.flatMap(({ before, after }) => (after && !before ? [entryIn(after)] : [])),
  })),
}

/** The template entry of a row, as the server wrote it. */
const entryIn = (state: NonNullable<ChangeSetRow['before']>) => state as unknown as TemplateEntry

const identityIn = (state: NonNullable<ChangeSetRow['before']>) => {
  const { isEverything: _, ...identity } = entryIn(state)
  return identity
}

const nameIn = (state: ChangeSetRow['before']): string => (typeof state?.name === 'string' ? state.name : '')

const methodsIn = (state: ChangeSetRow['before']): string[] =>
  Array.isArray(state?.providers) ? (state.providers as string[]) : []

const roleAfter = ({ object, after }: ChangeSetRow) => ({
  project: object.project ?? '',
  level: (after?.privilegeLevel ?? privilegeLevel.inactive) as number,
  accessUntil: (after?.accessUntil ?? null) as string | null,
  providers: methodsIn(after),
})

/** The organization's name is for display only. */
const fieldsIn = (state: ChangeSetRow['before']) => {
  const { organizationName: _, ...fields } = state ?? {}
  return fields
}
