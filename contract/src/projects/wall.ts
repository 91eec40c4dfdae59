import { z } from 'zod'
import { call } from '../jsonapi/call'
import { fileContent, instant } from '../jsonapi/fields'
import { maxFiguresPerRequest, widgetFigures } from './dashboard-figures'
import { dashboardWidgets } from './dashboard-widgets'

/** Maximum number of widgets of a wall. */
export const maxWallWidgets = 2_000

const wallWidget = dashboardWidgets.fields
  .pick({ project: true, typeName: true, order: true, size: true, dataIds: true, image: true })
  .extend({ id: z.string(), projectName: z.string() })

/** The dashboard of a display token: its widgets by project name and in the order of their cards. */
export const readWall = call({
  method: 'GET',
  path: '/mgw/api/v3/wall',
  summary: 'The dashboard of a display token',
  answer: z.object({
    /** The name of the display token. */
    name: z.string(),
    customerName: z.string(),
    /** When the display token ends. */
    expiresAt: instant,
    widgets: z.array(wallWidget),
    /** Number of widgets of the dashboard beyond the maximum of a wall. */
    omittedWidgets: z.int().nonnegative(),
  }),
  problems: ['sessionExpired', 'loginMethodRequired', 'crossSiteRequest'],
})

/** The figures of widgets of a wall, in the order of the request. */
export const readWallFigures = call({
  method: 'POST',
  path: '/mgw/api/v3/wall/figures',
  summary: 'What the widgets of a display token show',
  body: z.strictObject({
    widgets: z.array(z.string().max(254)).min(1, 'required').max(maxFiguresPerRequest, 'tooLong'),
  }),
  answer: z.object({ widgets: z.array(widgetFigures) }),
  problems: ['sessionExpired', 'loginMethodRequired', 'crossSiteRequest'],
})

/** The bytes of an image of a wall's widget. */
export const readWallImage = call({
  method: 'GET',
  path: '/mgw/api/v3/wall/images/{id}',
  summary: 'Read an image of the dashboard of a display token',
  parameters: z.object({ id: z.string() }),
  answer: fileContent,
  mediaType: 'image/*',
  problems: ['sessionExpired', 'loginMethodRequired', 'crossSiteRequest', 'notFound', 'objectStoreAway'],
})
