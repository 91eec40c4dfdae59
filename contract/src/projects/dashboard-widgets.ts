import { z } from 'zod'
import { instant } from '../jsonapi/fields'
import { type Entity, one, resource } from '../jsonapi/resource'

/** The types of widgets (admin-console chapter 2). */
export const widgetTypes = ['generic-info', 'checklists', 'workflows', 'workflow-chart', 'image'] as const

export type WidgetType = (typeof widgetTypes)[number]

/** The possible sizes of a widget, in columns and rows of its card (admin-console chapter 9). */
export const widgetSizes = [
  [1, 1],
  [2, 1],
  [1, 2],
  [2, 2],
] as const satisfies readonly (readonly [number, number])[]

/** The size of a new widget. */
export const defaultWidgetSize = (typeName: WidgetType): [number, number] =>
  typeName === 'workflow-chart' ? [1, 2] : [1, 1]

/** Maximum number of widgets on the card of a project. */
export const maxWidgets = 50

const span = z.int().min(1, 'invalid').max(2, 'invalid')

/** Ids of the selected checklists or workflows; null without a selection. */
const dataIds = z.array(z.string().min(1).max(254)).max(500, 'tooLong').nullable()

/** The content and size of a widget, without its position. */
export const widgetContent = z.strictObject({
  typeName: z.enum(widgetTypes),
  size: z.tuple([span, span]).optional(),
  dataIds: dataIds.default(null),
  /** The id of the uploaded image that it shows. */
  image: z.string().max(254).nullable().default(null),
})

/** A widget on the card of a project. `order` is its index from 0, without gaps; new widgets are appended. */
export const dashboardWidgets = resource('dashboard-widgets', {
  fields: {
    project: one('projects'),
    customer: one('customers'),
    typeName: widgetContent.shape.typeName,
    /** Changing it moves the widget there and shifts those between by one. */
    order: z
      .int()
      .min(0)
      .max(maxWidgets - 1),
    size: z.tuple([span, span]),
    dataIds,
    image: z.string().max(254).nullable(),
    /** The settings of the widget as one object: the same ids. */
    config: z.object({ dataIds }),
    createdAt: instant,
    updatedAt: instant,
  },
  readOnly: ['customer', 'config', 'createdAt', 'updatedAt'],
  createOnly: ['project', 'typeName'],
  // A new widget gets the default size of its type, and is appended whatever order is requested.
  defaults: { size: undefined, order: undefined },
  filters: { project: z.string().max(254), customer: z.string().max(254) },
  sorts: ['order'],
  includes: ['project', 'customer'],
  // Loaded completely by the screen of a customer's cards.
  maxPageSize: 2_000,
})

export type DashboardWidget = Entity<typeof dashboardWidgets>
