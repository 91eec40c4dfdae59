import type { ChangeSet, changeSets } from '@lintel/contract/people/change-sets'
import type { Person } from '@lintel/contract/people/permissions'
import { Problem } from '@lintel/contract/problems'
import type { Context } from '../../../platform/context'
import { findOrRefuse } from '../../../platform/refusal'
import { find } from './change-sets.store'

/** The change set stands elsewhere by now: somebody else was faster. */
export class StateChanged extends Error {
  override readonly name = 'StateChanged'
}

/** A change set that the actor sees, else 404, or 403 where another login method would show it. */
export const getOrThrow = ({ db, actor }: Context<Person>, id: string): Promise<ChangeSet> =>
  findOrRefuse<typeof changeSets, Person>({ find, tenant: ({ customer }) => customer }, db, actor, id)

/** It does not stand where the step begins. */
export const notInState = ({ state }: ChangeSet): Problem =>
  new Problem('conflict', { detail: `The change set is ${state}`, meta: { state } })
