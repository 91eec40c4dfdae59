import type { ChangeSet } from '@lintel/contract/people/change-sets'
import type { Person } from '@lintel/contract/people/permissions'
import { Problem } from '@lintel/contract/problems'
import type { Context } from '../../platform/context'
import { find } from './change-sets.store'

/** The change set stands elsewhere by now: somebody else was faster. */
export class Elsewhere extends Error {
  override readonly name = 'Elsewhere'
}

/** A change set that the actor sees, else 404. */
export async function seen({ db, actor }: Context<Person>, id: string): Promise<ChangeSet> {
  const set = await find(db, actor, id)
  if (!set) throw new Problem('notFound')
  return set
}

/** It does not stand where the step begins. */
export const notInState = ({ state }: ChangeSet): Problem =>
  new Problem('conflict', { detail: `The change set is ${state}`, meta: { state } })
