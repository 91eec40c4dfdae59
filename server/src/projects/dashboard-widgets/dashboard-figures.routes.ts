import { isNoGuest } from '@lintel/contract/people/permissions'
import { readFigures } from '@lintel/contract/projects/dashboard-figures'
import { personOf } from '../../identity/signed-in'
import { answer } from '../../platform/answer'
import { figuresOf } from './dashboard-figures'

/** What the widgets of a screenful show. Rights are part of each statement. */
export const dashboardFiguresRoute = answer(readFigures, {
  may: isNoGuest,
  run: async (context, { body: { widgets } }) => ({
    widgets: await figuresOf(context.db, { actor: personOf(context), now: context.now }, widgets),
  }),
})
