import { pointerTo } from '@lintel/contract/jsonapi/document'
import type { ChangeSetKind } from '@lintel/contract/people/change-set-inputs'
import { type ChangeSet, changeSets, projectChangeKinds } from '@lintel/contract/people/change-sets'
import { actingLevel } from '@lintel/contract/people/members'
import { administers, type Person } from '@lintel/contract/people/permissions'
import { Problem } from '@lintel/contract/problems'
import type { Change } from '../../../platform/context'
import { refuseUnlessManaging } from '../../members/manage-members'
import { standingIn } from '../../members/member-standing.store'
import type { InputOf } from './change-kind'
import { changesLevelFrom } from './change-set-rows.store'

/** A change set that says it is about one project. */
interface OfProject {
  kind: ChangeSetKind
  customer: string
  project: string
  /** Read as its kind declares it. */
  input: unknown
}

const atInput = (detail: string) => new Problem('invalid', { pointer: '/data/attributes/input', detail })

/**
 * The actor manages the members of that project of the customer, and nothing else is in the input. Login methods are the
 * customer's administrators' to give in bulk.
 */
export async function mustBeOfProject(change: Change<Person>, { kind, customer, project, input }: OfProject) {
  const standing = await standingIn(change.db, change.actor, project)
  if (!standing || standing.customer !== customer)
    throw new Problem('unknownReference', { pointer: pointerTo(changeSets, 'project') })
  refuseUnlessManaging(standing)
  if (!projectChangeKinds.includes(kind)) throw atInput(`A change set of kind ${kind} is about no single project`)
  const { projects, givesMethods } = kind === 'roles' ? ofCells(input) : ofInvitations(input)
  if (projects.some((each) => each !== project)) throw atInput('Not all of it is about the project')
  if (givesMethods && !standing.administersCustomer)
    throw new Problem('loginMethodNotAllowed', { pointer: '/data/attributes/input' })
}

function ofCells(input: unknown) {
  const { cells } = input as InputOf<'roles'>
  return { projects: cells.map(({ project }) => project), givesMethods: cells.some(({ providers }) => providers) }
}

function ofInvitations(input: unknown) {
  const { project, providers } = input as InputOf<'invitations'>
  return { projects: [project], givesMethods: providers.length > 0 }
}

/** Whoever undoes a change set of their project could still make each of its changes: their level is above all that it touched. */
export async function mustStillGive(change: Change<Person>, { id, customer, project }: ChangeSet): Promise<void> {
  if (project === null || administers(change.actor, customer)) return
  const standing = await standingIn(change.db, change.actor, project)
  if (!standing) throw new Problem('notFound')
  refuseUnlessManaging(standing)
  if (await changesLevelFrom(change.db, id, actingLevel(standing))) throw new Problem('forbidden')
}
