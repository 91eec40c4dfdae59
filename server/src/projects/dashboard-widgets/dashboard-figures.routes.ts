import { isFullUser } from '@lintel/contract/people/permissions'
import { readFigures } from '@lintel/contract/projects/dashboard-figures'
import { personOf } from '../../identity/signed-in'
import { answer } from '../../platform/answer'
import { readWidgetFigures } from './dashboard-figures'

/** Figures of the visible widgets. The statements check the person's rights. */
export const dashboardFiguresRoute = answer(readFigures, {
  may: isFullUser,
  run: async (context, { body: { widgets } }) => ({
    widgets: await readWidgetFigures(context.db, { actor: personOf(context), now: context.now }, widgets),
  }),
})
