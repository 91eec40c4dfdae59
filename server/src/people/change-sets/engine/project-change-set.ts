import { pointerTo } from '@lintel/contract/jsonapi/document'
import type { ChangeSetKind } from '@lintel/contract/people/change-set-inputs'
import { type ChangeSet, changeSets, projectChangeKinds } from '@lintel/contract/people/change-sets'
import { actingLevel } from '@lintel/contract/people/members'
import { administers, type Person } from '@lintel/contract/people/permissions'
import { Problem } from '@lintel/contract/problems'
import type { Change } from '../../../platform/context'
import { refuseUnlessManaging } from '../../members/manage-members'
import { findProjectAccess } from '../../members/project-access.store'
import type { InputOf } from './change-kind'
import { changesLevelAtLeast } from './change-set-rows.store'

/** A change set that concerns a single project. */
interface ProjectChangeSet {
  kind: ChangeSetKind
  customer: string
  project: string
  /** Parsed by the schema of its kind. */
  input: unknown
}

const atInput = (detail: string) => new Problem('invalid', { pointer: '/data/attributes/input', detail })

/**
 * Throws unless the actor manages the members of that project of the customer and the input concerns no other project. Only administrators of the
 * customer may give login methods in bulk.
 */
export async function assertProjectChangeSet(
  change: Change<Person>,
  { kind, customer, project, input }: ProjectChangeSet,
) {
  const access = await findProjectAccess(change.db, change.actor, project)
  if (!access || access.customer !== customer)
    throw new Problem('unknownReference', { pointer: pointerTo(changeSets, 'project') })
  refuseUnlessManaging(access)
  if (!projectChangeKinds.includes(kind)) throw atInput(`A change set of kind ${kind} is about no single project`)
  const { projects, givesMethods } = kind === 'roles' ? scopeOfCells(input) : scopeOfInvitations(input)
  if (projects.some((each) => each !== project)) throw atInput('Not all of it is about the project')
  if (givesMethods && !access.administersCustomer)
    throw new Problem('loginMethodNotAllowed', { pointer: '/data/attributes/input' })
}

function scopeOfCells(input: unknown) {
  const { cells } = input as InputOf<'roles'>
  if (!cells) throw atInput('Within a project the cells themselves are given')
  return { projects: cells.map(({ project }) => project), givesMethods: cells.some(({ providers }) => providers) }
}

function scopeOfInvitations(input: unknown) {
  const { project, providers } = input as InputOf<'invitations'>
  return { projects: [project], givesMethods: providers.length > 0 }
}

/**
 * Throws unless the person who undoes a change set of their project could still make each of its changes: their level must be above every level that
 * it touched.
 */
export async function assertMayUndoInProject(
  change: Change<Person>,
  { id, customer, project }: ChangeSet,
): Promise<void> {
  if (project === null || administers(change.actor, customer)) return
  const access = await findProjectAccess(change.db, change.actor, project)
  if (!access) throw new Problem('notFound')
  refuseUnlessManaging(access)
  if (await changesLevelAtLeast(change.db, id, actingLevel(access))) throw new Problem('forbidden')
}
