import type { ChangeSet, changeSets } from '@lintel/contract/people/change-sets'
import type { Person } from '@lintel/contract/people/permissions'
import { Problem } from '@lintel/contract/problems'
import type { Context } from '../../../platform/context'
import { findOrRefuse } from '../../../platform/refusal'
import { find } from './change-sets.store'

/** The state of the change set was changed concurrently. */
export class StateChanged extends Error {
  override readonly name = 'StateChanged'
}

/** The change set if the actor may see it. Throws 404, or 403 where another login method would give access. */
export const loadChangeSet = ({ db, actor }: Context<Person>, id: string): Promise<ChangeSet> =>
  findOrRefuse<typeof changeSets, Person>({ find, tenant: ({ customer }) => customer }, db, actor, id)

/** The change set is not in the state that the step requires. */
export const wrongState = ({ state }: ChangeSet): Problem =>
  new Problem('conflict', { detail: `The change set is ${state}`, meta: { state } })
