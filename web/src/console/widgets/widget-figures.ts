import { mostFiguresAtOnce, readFigures, type WidgetFigures } from '@lintel/contract/projects/dashboard-figures'
import { queryOptions } from '@tanstack/react-query'
import { ask } from '../../api/ask'
import { batched } from '../../api/batched'
import { takeEarly } from '../../api/early-answers'
import { reportError } from '../../api/report-error'
import type { BoardWidget } from './board'
import type { EarlyFigures } from './early-board'

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

/** A widget in the version that is shown. */
type Shown = Pick<BoardWidget, 'id' | 'version'>

/** Figures that were asked for before the code of the board was there: undefined where they could not be read, which is tried anew. */
interface Early {
  answer: Promise<EarlyFigures | undefined>
  /** They have come. */
  arrived?: EarlyFigures
}

let early: Early | undefined

/** The board is about to be drawn: it takes the figures that were asked for early, or waits for those on their way. */
export function expectEarlyFigures(): void {
  const asked = takeEarly(readFigures.path) as Promise<EarlyFigures> | undefined
  early = asked && waitingFor(asked)
}

function waitingFor(asked: Promise<EarlyFigures>): Early {
  const note = (read: EarlyFigures) => {
    waiting.arrived = read
    return read
  }
  const waiting: Early = { answer: asked.then(note).catch(() => undefined) }
  return waiting
}

/** The board is drawn, and has what was asked for early or waits for it: whatever comes from now on asks by itself. */
export function forgetEarlyFigures(): void {
  early = undefined
}

/** What was read of a widget in the version that is shown. */
const figuresIn = (read: EarlyFigures | undefined, { id, version }: Shown): WidgetFigures | undefined =>
  read?.versions.get(id) === version ? read.widgets.find((figures) => figures.id === id) : undefined

/**
 * The figures of a widget; those of all that come into view at once are one request. A failure is logged (admin-console chapter 8); the
 * widget says it as well. Fails like `ask`.
 */
export const figuresOfWidget = ({ id, version }: Shown) =>
  queryOptions({
    queryKey: [...figuresKey, id, version],
    queryFn: async () => figuresIn(await early?.answer, { id, version }) ?? figuresOf(id),
    initialData: () => figuresIn(early?.arrived, { id, version }),
  })

/** What a widget shows, without when it was read: a reading that finds the same draws nothing anew. */
export type ShownFigures = Omit<WidgetFigures, 'id' | 'readAt'>

export const shownFigures = ({ id: _, readAt: __, ...shown }: WidgetFigures): ShownFigures => shown
