import type { CallAnswer } from '@lintel/contract/jsonapi/call'
import { mostFiguresAtOnce, readFigures, type WidgetFigures } from '@lintel/contract/projects/dashboard-figures'
import type { DashboardWidget } from '@lintel/contract/projects/dashboard-widgets'
import { queryOptions } from '@tanstack/react-query'
import { ask } from '../../api/ask'
import { batched } from '../../api/batched'
import { takeEarly } from '../../api/early-answers'
import { reportError } from '../../api/report-error'

/** Under which the figures of all widgets are cached. */
export const figuresKey = ['widget-figures'] as const

const figuresOf = batched<WidgetFigures>(mostFiguresAtOnce, async (ids) => {
  try {
    const widgets = (await askedEarly(ids)) ?? (await ask(readFigures, { body: { widgets: [...ids] } })).widgets
    return new Map(widgets.map((figures) => [figures.id, figures]))
  } catch (error) {
    void reportError(error, 'loadFailed')
    throw error
  }
})

/** The figures of these widgets, where the board has asked for all of them before its code was there. */
async function askedEarly(ids: readonly string[]): Promise<WidgetFigures[] | undefined> {
  const early = takeEarly(readFigures.path) as Promise<CallAnswer<typeof readFigures>> | undefined
  // What went wrong before anybody waited for it is tried anew.
  const answer = await early?.catch(() => undefined)
  const known = new Set(answer?.widgets.map(({ id }) => id))
  return ids.every((id) => known.has(id)) ? answer?.widgets : undefined
}

/**
 * The figures of a widget; those of all that come into view at once are one request. A failure is logged (admin-console chapter 8); the
 * widget says it as well. Fails like `ask`.
 */
export const figuresOfWidget = ({ id, version }: Pick<DashboardWidget, 'id' | 'version'>) =>
  queryOptions({ queryKey: [...figuresKey, id, version], queryFn: () => figuresOf(id) })

/** What a widget shows, without when it was read: a reading that finds the same draws nothing anew. */
export type ShownFigures = Omit<WidgetFigures, 'id' | 'readAt'>

export const shownFigures = ({ id: _, readAt: __, ...shown }: WidgetFigures): ShownFigures => shown
