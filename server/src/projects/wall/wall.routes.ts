import { anyone } from '@lintel/contract/people/permissions'
import { Problem } from '@lintel/contract/problems'
import { readWall, readWallFigures, readWallImage } from '@lintel/contract/projects/wall'
import { authenticateDisplay } from '../../identity/display-tokens/authenticate-display'
import { answer } from '../../platform/answer'
import type { Platform } from '../../platform/context'
import { openObjectStore } from '../../platform/objects/open-object-store'
import type { Route } from '../../platform/route'
import { findImage } from '../dashboard-images/dashboard-images.store'
import { sendImage } from '../dashboard-images/send-image'
import { readWidgetFigures } from '../dashboard-widgets/dashboard-figures'
import { wallWidgets } from './wall.store'

/** Authenticated by the display token's cookie only; a bearer token is ignored. */
const byDisplayToken = { anonymous: true, ignoresBearer: true, sameSiteOnly: true, may: anyone } as const

/** Routes of a wall: all that a display token gives access to. */
export function wallRoutes({ configuration }: Pick<Platform, 'configuration'>): Route[] {
  const store = openObjectStore(configuration)
  return [
    answer(readWall, {
      ...byDisplayToken,
      revalidates: true,
      run: async (context) => {
        const { reader, customer, customerName, name, expiresAt } = await authenticateDisplay(context)
        const found = await wallWidgets(context.db, reader, customer)
        const widgets = found.map(({ total: _, ...widget }) => widget)
        return { name, customerName, expiresAt, widgets, omittedWidgets: (found[0]?.total ?? 0) - widgets.length }
      },
    }),
    answer(readWallFigures, {
      ...byDisplayToken,
      run: async (context, { body: { widgets } }) => {
        const { reader } = await authenticateDisplay(context)
        return { widgets: await readWidgetFigures(context.db, { actor: reader, now: context.now }, widgets) }
      },
    }),
    answer(readWallImage, {
      ...byDisplayToken,
      run: async (context, { parameters: { id } }, reply) => {
        const { reader } = await authenticateDisplay(context)
        const image = await findImage(context.db, reader, id)
        if (!image) throw new Problem('notFound')
        return sendImage(store, image, reply)
      },
    }),
  ]
}
