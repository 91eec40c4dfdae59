import { readAccessReasons } from '@lintel/contract/people/access-reasons'
import { isFullUser, type Person, readsCustomer, withAnyLoginMethod } from '@lintel/contract/people/permissions'
import { Problem } from '@lintel/contract/problems'
import { personOf } from '../../identity/signed-in'
import { answer } from '../../platform/answer'
import { refusal } from '../../platform/refusal'
import type { Route } from '../../platform/route'
import { isUuid } from '../../platform/rows'
import { assertLoginMethod } from '../../projects/projects/project-rights.store'
import { findCell } from './access-why.store'
import { explainAccess } from './explain-access'

/** Explains a cell of the access grid to those who read the customer's people. For any other project the response is 404. */
export const accessWhyRoute: Route = answer(readAccessReasons, {
  may: isFullUser,
  async run(context, { query: { user, project } }) {
    const actor = personOf(context)
    const cell = isUuid(project) ? await findCell(context.db, actor, user.toLowerCase(), project) : undefined
    if (!cell || !readsCustomer(withAnyLoginMethod(actor), cell.customer)) throw new Problem('notFound')
    const reads = (as: Person) => readsCustomer(as, cell.customer)
    if (!reads(actor)) throw refusal(actor, reads)
    if (!cell.isOpen) await assertLoginMethod(context.db, actor, project)
    return explainAccess(context.db, cell)
  },
})
