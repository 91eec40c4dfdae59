import { mostFiguresAtOnce, readFigures, type WidgetFigures } from '@lintel/contract/projects/dashboard-figures'
import type { DashboardWidget } from '@lintel/contract/projects/dashboard-widgets'
import { queryOptions } from '@tanstack/react-query'
import { ask } from '../../api/ask'
import { batched } from '../../api/batched'
import { reportError } from '../../api/report-error'

/** Under which the figures of all widgets are cached. */
export const figuresKey = ['widget-figures'] as const

const figuresOf = batched<WidgetFigures>(mostFiguresAtOnce, async (ids) => {
  try {
    const { widgets } = await ask(readFigures, { body: { widgets: [...ids] } })
    return new Map(widgets.map((figures) => [figures.id, figures]))
  } catch (error) {
    void reportError(error, 'loadFailed')
    throw error
  }
})

/**
 * The figures of a widget; those of all that come into view at once are one request. A failure is logged (admin-console chapter 8); the
 * widget says it as well. Fails like `ask`.
 */
export const figuresOfWidget = ({ id, version }: Pick<DashboardWidget, 'id' | 'version'>) =>
  queryOptions({ queryKey: [...figuresKey, id, version], queryFn: () => figuresOf(id) })

/** What a widget shows, without when it was read: a reading that finds the same draws nothing anew. */
export type ShownFigures = Omit<WidgetFigures, 'id' | 'readAt'>

export const shownFigures = ({ id: _, readAt: __, ...shown }: WidgetFigures): ShownFigures => shown
