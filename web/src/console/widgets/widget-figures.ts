import { maxFiguresPerRequest, readFigures, type WidgetFigures } from '@lintel/contract/projects/dashboard-figures'
import { queryOptions } from '@tanstack/react-query'
import { batched } from '../../api/batched'
import { callApi } from '../../api/call-api'
import { takePrefetched } from '../../api/prefetched-responses'
import { reportError } from '../../api/report-error'
import type { BoardWidget } from './board'
import type { PrefetchedFigures } from './prefetch-board'

/** Query key of the figures of all widgets. */
export const figuresKey = ['widget-figures'] as const

const figuresOf = batched<WidgetFigures>(maxFiguresPerRequest, async (ids) => {
  try {
    const { widgets } = await callApi(readFigures, { body: { widgets: [...ids] } })
    return new Map(widgets.map((figures) => [figures.id, figures]))
  } catch (error) {
    void reportError(error, 'loadFailed')
    throw error
  }
})

/** A widget in the displayed version. */
type WidgetVersion = Pick<BoardWidget, 'id' | 'version'>

/** Figures requested before the code of the board was loaded; undefined where the request failed and has to be repeated. */
interface PrefetchState {
  answer: Promise<PrefetchedFigures | undefined>
  /** Set when the figures have arrived. */
  arrived?: PrefetchedFigures
}

let prefetch: PrefetchState | undefined

/** Called before the board is rendered: it uses the prefetched figures, or waits for them. */
export function expectPrefetchedFigures(): void {
  const pending = takePrefetched(readFigures.path) as Promise<PrefetchedFigures> | undefined
  prefetch = pending && trackWaiting(pending)
}

function trackWaiting(pending: Promise<PrefetchedFigures>): PrefetchState {
  const store = (read: PrefetchedFigures) => {
    state.arrived = read
    return read
  }
  const state: PrefetchState = { answer: pending.then(store).catch(() => undefined) }
  return state
}

/** Called once the board has requested or received the prefetched figures: later widgets request their own. */
export function forgetPrefetchedFigures(): void {
  prefetch = undefined
}

/** The prefetched figures of a widget, if they belong to the displayed version. */
const figuresIn = (read: PrefetchedFigures | undefined, { id, version }: WidgetVersion): WidgetFigures | undefined =>
  read?.versions.get(id) === version ? read.widgets.find((figures) => figures.id === id) : undefined

/**
 * Query for the figures of a widget; widgets that become visible at the same time share one request. A failure is logged (admin-console
 * chapter 8) and also shown in the widget. Fails like `callApi`.
 */
export const figuresOfWidget = ({ id, version }: WidgetVersion) =>
  queryOptions({
    queryKey: [...figuresKey, id, version],
    queryFn: async () => figuresIn(await prefetch?.answer, { id, version }) ?? figuresOf(id),
    initialData: () => figuresIn(prefetch?.arrived, { id, version }),
  })

/** The displayed part of a widget's figures, without the time of reading: equal results cause no render. */
export type VisibleFigures = Omit<WidgetFigures, 'id' | 'readAt'>

export const visibleFigures = ({ id: _, readAt: __, ...shown }: WidgetFigures): VisibleFigures => shown
