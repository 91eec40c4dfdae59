import { z } from 'zod'
import { maxWidgets, widgetContent } from './dashboard-widgets'

/**
 * The requested card of a project: its widgets in order. One with an `id` stays, one without is added, and those not listed are removed; an
 * empty list deletes the card. Alternatively, `again` repeats a change that was undone.
 */
export const changeDashboardCard = z.strictObject({
  project: z.string().max(100),
  widgets: z
    .array(widgetContent.extend({ id: z.string().max(100).optional() }))
    .max(maxWidgets, 'tooLong')
    .refine((widgets) => new Set(widgets.map(({ id }, at) => id ?? at)).size === widgets.length, 'duplicate')
    .optional(),
  /**
   * Instead of `widgets`: the undone change set of this card to repeat. Widgets that it had added keep their ids. Anything that differs
   * from its state before is a conflict `changedMeanwhile`.
   */
  again: z.string().max(100).optional(),
  /**
   * The widgets as last seen: any that differs is a conflict `changedMeanwhile`. They may be more than are requested, so that a card with
   * more than the maximum can be reduced or deleted.
   */
  expected: z
    .array(z.strictObject({ id: z.string().max(100), version: z.int().min(1) }))
    .max(2 * maxWidgets, 'tooLong')
    .optional(),
})

export type ChangeDashboardCard = z.output<typeof changeDashboardCard>
