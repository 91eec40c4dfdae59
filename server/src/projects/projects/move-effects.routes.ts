import { isStaff } from '@lintel/contract/people/permissions'
import { Problem } from '@lintel/contract/problems'
import { readMoveEffects } from '@lintel/contract/projects/move-effects'
import { answer } from '../../platform/answer'
import { findMoveEffects } from './move-effects.store'

/** Staff only: they move projects between any customers. */
export const moveEffectsRoute = answer(readMoveEffects, {
  may: isStaff,
  async run({ db }, { parameters: { id }, query: { customer } }) {
    const effects = await findMoveEffects(db, id, customer)
    if (!effects) throw new Problem('notFound')
    return effects
  },
})
