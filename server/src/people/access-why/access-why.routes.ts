import { readAccessWhy } from '@lintel/contract/people/access-why'
import { isNoGuest, type Person, readsCustomer, withAnyLoginMethod } from '@lintel/contract/people/permissions'
import { Problem } from '@lintel/contract/problems'
import { personOf } from '../../identity/signed-in'
import { answer } from '../../platform/answer'
import { refusal } from '../../platform/refusal'
import type { Route } from '../../platform/route'
import { isUuid } from '../../platform/rows'
import { refuseLoginMethod } from '../../projects/projects/project-rights.store'
import { whyOf } from './access-why'
import { cellOf } from './access-why.store'

/** Why a cell of the grid is as it is, for whoever reads the customer's people: of any other project, nothing is known. */
export const accessWhyRoute: Route = answer(readAccessWhy, {
  may: isNoGuest,
  async run(context, { query: { user, project } }) {
    const actor = personOf(context)
    const cell = isUuid(project) ? await cellOf(context.db, actor, user.toLowerCase(), project) : undefined
    if (!cell || !readsCustomer(withAnyLoginMethod(actor), cell.customer)) throw new Problem('notFound')
    const reads = (as: Person) => readsCustomer(as, cell.customer)
    if (!reads(actor)) throw refusal(actor, reads)
    if (!cell.isOpen) await refuseLoginMethod(context.db, actor, project)
    return whyOf(context.db, cell)
  },
})
