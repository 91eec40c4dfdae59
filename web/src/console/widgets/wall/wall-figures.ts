import { mostFiguresAtOnce, type WidgetFigures } from '@lintel/contract/projects/dashboard-figures'
import { readWallFigures } from '@lintel/contract/projects/wall'
import { queryOptions } from '@tanstack/react-query'
import { ask } from '../../../api/ask'
import { figuresKey, isEnded, refreshed } from './wall-calls'

/** How long each page of a wall is shown, in milliseconds. */
export const pageMs = 15_000

type ReadFigures = ReadonlyMap<string, WidgetFigures>

async function figuresOf(widgets: readonly string[], signal: AbortSignal): Promise<ReadFigures> {
  const read = new Map<string, WidgetFigures>()
  for (let at = 0; at < widgets.length; at += mostFiguresAtOnce) {
    const body = { widgets: widgets.slice(at, at + mostFiguresAtOnce) }
    const answer = await ask(readWallFigures, { body, anonymous: true, signal })
    for (const figures of answer.widgets) read.set(figures.id, figures)
  }
  return read
}

/** How soon a widget that has appeared on the wall is read, in milliseconds. */
const newMs = 1_000

/** What is read of a wall next: what was never read, and what is seen next. */
export const toRead = (
  widgets: readonly string[],
  near: ReadonlySet<string>,
  known: ReadFigures | undefined,
): string[] => widgets.filter((id) => near.has(id) || !known?.has(id))

/** After how long figures are read again, in milliseconds: soon where some were never read, and no more after the end of the link. */
export function nextReadMs(
  widgets: readonly string[],
  { data, error }: { data: ReadFigures | undefined; error: unknown },
): number | false {
  if (isEnded(error)) return false
  return !error && data && widgets.some((id) => !data.has(id)) ? newMs : pageMs
}

/**
 * The figures of the wall's widgets by their ids. All are read once, and again and again those of the page that is shown and of the one
 * after it, `near`, once in the time of a page: so each page was read within that time when it is turned to, however many there are.
 * Fails like `ask`.
 */
export const wallFigures = (widgets: readonly string[], near: ReadonlySet<string>) =>
  queryOptions({
    ...refreshed,
    queryKey: figuresKey,
    enabled: widgets.length > 0,
    refetchInterval: ({ state }: { state: Parameters<typeof nextReadMs>[1] }) => nextReadMs(widgets, state),
    async queryFn({ client, signal }): Promise<ReadFigures> {
      const known = client.getQueryData<ReadFigures>(figuresKey)
      const read = await figuresOf(toRead(widgets, near, known), signal)
      return new Map(
        widgets.flatMap((id) => {
          const figures = read.get(id) ?? known?.get(id)
          return figures ? [[id, figures] as const] : []
        }),
      )
    },
  })
