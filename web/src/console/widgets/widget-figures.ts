import type { CallAnswer } from '@lintel/contract/jsonapi/call'
import { mostFiguresAtOnce, readFigures, type WidgetFigures } from '@lintel/contract/projects/dashboard-figures'
import { queryOptions } from '@tanstack/react-query'
import { ask } from '../../api/ask'
import { batched } from '../../api/batched'
import { takeEarly } from '../../api/early-answers'
import { reportError } from '../../api/report-error'
import type { BoardWidget } from './board'

/** Under which the figures of all widgets are cached. */
export const figuresKey = ['widget-figures'] as const

const figuresOf = batched<WidgetFigures>(mostFiguresAtOnce, async (ids) => {
  try {
    return byId(await ask(readFigures, { body: { widgets: [...ids] } }))
  } catch (error) {
    void reportError(error, 'loadFailed')
    throw error
  }
})

const byId = ({ widgets }: CallAnswer<typeof readFigures>) => new Map(widgets.map((figures) => [figures.id, figures]))

type Figures = ReturnType<typeof byId>

/** Figures that were asked for before the code of the board was there: undefined where they could not be read, which is tried anew. */
interface Early {
  answer: Promise<Figures | undefined>
  /** They have come. */
  arrived?: Figures
}

let early: Early | undefined

/** The board is about to be drawn: whatever it draws until the figures that were asked for early have come waits for them. */
export function expectEarlyFigures(): void {
  const asked = takeEarly(readFigures.path) as Promise<CallAnswer<typeof readFigures>> | undefined
  early = asked && waitingFor(asked)
}

function waitingFor(asked: Promise<CallAnswer<typeof readFigures>>): Early {
  const note = (read: CallAnswer<typeof readFigures>) => {
    waiting.arrived = byId(read)
    return waiting.arrived
  }
  const waiting: Early = { answer: asked.then(note).catch(() => undefined) }
  return waiting
}

/** The board is drawn: figures that had come by then, or come next, have served. All others are asked for as ever. */
export function forgetEarlyFigures(): void {
  const drawn = early
  const forget = () => {
    if (early === drawn) early = undefined
  }
  if (drawn?.arrived) forget()
  else void drawn?.answer.then(forget)
}

/** The figures of a widget that have come early, once: they are those of the version that was read with them. */
function takeArrived(id: string): WidgetFigures | undefined {
  const figures = early?.arrived?.get(id)
  early?.arrived?.delete(id)
  return figures
}

/**
 * The figures of a widget; those of all that come into view at once are one request. A failure is logged (admin-console chapter 8); the
 * widget says it as well. Fails like `ask`.
 */
export const figuresOfWidget = ({ id, version }: Pick<BoardWidget, 'id' | 'version'>) =>
  queryOptions({
    queryKey: [...figuresKey, id, version],
    queryFn: async () => (await early?.answer)?.get(id) ?? figuresOf(id),
    initialData: () => takeArrived(id),
  })

/** What a widget shows, without when it was read: a reading that finds the same draws nothing anew. */
export type ShownFigures = Omit<WidgetFigures, 'id' | 'readAt'>

export const shownFigures = ({ id: _, readAt: __, ...shown }: WidgetFigures): ShownFigures => shown
