import { z } from 'zod'
import { mostWidgets, widgetContent } from './dashboard-widgets'

/**
 * The card of a project as it is to be: its widgets in their order. One with an `id` is there and stays, one without is added, and
 * what is not listed goes; no widget at all deletes the card. Or, with `again`, a change of it that was undone is made once more.
 */
export const changeDashboardCard = z.strictObject({
  project: z.string().max(100),
  widgets: z
    .array(widgetContent.extend({ id: z.string().max(100).optional() }))
    .max(mostWidgets, 'tooLong')
    .refine((widgets) => new Set(widgets.map(({ id }, at) => id ?? at)).size === widgets.length, 'duplicate')
    .optional(),
  /**
   * Instead of `widgets`: the change set of this card that was undone and is made once more. What it had added is the same widget
   * again. Whatever is not as it was before it is a conflict `changedMeanwhile`.
   */
  again: z.string().max(100).optional(),
  /** The widgets as they were seen: any that is not so now is a conflict `changedMeanwhile`. */
  expected: z
    .array(z.strictObject({ id: z.string().max(100), version: z.int().min(1) }))
    .max(mostWidgets, 'tooLong')
    .optional(),
})

export type ChangeDashboardCard = z.output<typeof changeDashboardCard>
