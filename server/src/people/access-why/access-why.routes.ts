import { readAccessWhy } from '@lintel/contract/people/access-why'
import { isNoGuest, readsCustomer } from '@lintel/contract/people/permissions'
import { Problem } from '@lintel/contract/problems'
import { answer } from '../../platform/answer'
import type { Route } from '../../platform/route'
import { isUuid } from '../../platform/rows'
import { whyOf } from './access-why'
import { cellOf } from './access-why.store'

/** Why a cell of the grid is as it is, for whoever reads the customer's people: of any other project, nothing is known. */
export const accessWhyRoute: Route = answer(readAccessWhy, {
  may: isNoGuest,
  async run({ db, actor }, { query: { user, project } }) {
    const cell = isUuid(project) ? await cellOf(db, user.toLowerCase(), project) : undefined
    if (!cell || !readsCustomer(actor, cell.customer)) throw new Problem('notFound')
    return whyOf(db, cell)
  },
})
