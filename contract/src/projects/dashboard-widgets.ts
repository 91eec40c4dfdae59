import { z } from 'zod'
import { instant } from '../jsonapi/fields'
import { type Entity, one, resource } from '../jsonapi/resource'

/** The types of widgets (admin-console chapter 2). */
export const widgetTypes = ['generic-info', 'checklists', 'workflows', 'workflow-chart', 'image'] as const

export type WidgetType = (typeof widgetTypes)[number]

/** The sizes that a widget can have, in columns and rows of its card (admin-console chapter 9). */
export const widgetSizes = [
  [1, 1],
  [2, 1],
  [1, 2],
  [2, 2],
] as const satisfies readonly (readonly [number, number])[]

/** The size of a new widget. */
export const defaultWidgetSize = (typeName: WidgetType): [number, number] =>
  typeName === 'workflow-chart' ? [1, 2] : [1, 1]

/** Most widgets of one project: its card. */
export const mostWidgets = 50

const span = z.int().min(1, 'invalid').max(2, 'invalid')

/** Ids of the checklists or workflows that a widget is about; null where nothing was selected. */
const dataIds = z.array(z.string().min(1).max(254)).max(500, 'tooLong').nullable()

/** What a widget shows and how large, without its place. */
export const widgetContent = z.strictObject({
  typeName: z.enum(widgetTypes),
  size: z.tuple([span, span]).optional(),
  dataIds: dataIds.default(null),
  /** The id of the uploaded image that it shows. */
  image: z.string().max(254).nullable().default(null),
})

/** A widget on the card of a project. `order` counts from 0, without gaps; the server gives a new one the last place. */
export const dashboardWidgets = resource('dashboard-widgets', {
  fields: {
    project: one('projects'),
    customer: one('customers'),
    typeName: widgetContent.shape.typeName,
    /** Changed, the widget moves there, and those between move by one. */
    order: z
      .int()
      .min(0)
      .max(mostWidgets - 1),
    size: z.tuple([span, span]),
    dataIds,
    image: z.string().max(254).nullable(),
    /** What the widget is set to, as one: the same ids. */
    config: z.object({ dataIds }),
    createdAt: instant,
    updatedAt: instant,
  },
  readOnly: ['customer', 'config', 'createdAt', 'updatedAt'],
  createOnly: ['project', 'typeName'],
  // A new widget has the size of its type, and the last place whatever it asks for.
  defaults: { size: undefined, order: undefined },
  filters: { project: z.string().max(254), customer: z.string().max(254) },
  sorts: ['order'],
  includes: ['project', 'customer'],
  // Read whole by the screen of a customer's cards.
  largestPage: 2_000,
})

export type DashboardWidget = Entity<typeof dashboardWidgets>
