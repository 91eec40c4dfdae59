import { maxFiguresPerRequest, type WidgetFigures } from '@lintel/contract/projects/dashboard-figures'
import { readWallFigures } from '@lintel/contract/projects/wall'
import { queryOptions } from '@tanstack/react-query'
import { callApi } from '../../../api/call-api'
import { figuresKey, isEnded, pollingOptions } from './wall-calls'

/** Display time of each page of a wall in milliseconds. */
export const pageMs = 15_000

type ReadFigures = ReadonlyMap<string, WidgetFigures>

async function figuresOf(widgets: readonly string[], signal: AbortSignal): Promise<ReadFigures> {
  const read = new Map<string, WidgetFigures>()
  for (let at = 0; at < widgets.length; at += maxFiguresPerRequest) {
    const body = { widgets: widgets.slice(at, at + maxFiguresPerRequest) }
    const answer = await callApi(readWallFigures, { body, anonymous: true, signal })
    for (const figures of answer.widgets) read.set(figures.id, figures)
  }
  return read
}

/** Delay in milliseconds before the figures of a new widget are read. */
const newWidgetDelayMs = 1_000

/** The widgets whose figures are read next: those never read, and those displayed next. */
export const widgetsToRead = (
  widgets: readonly string[],
  near: ReadonlySet<string>,
  known: ReadFigures | undefined,
): string[] => widgets.filter((id) => near.has(id) || !known?.has(id))

/** Delay in milliseconds until the next read: short where figures are missing, false after the end of the link. */
export function nextReadMs(
  widgets: readonly string[],
  { data, error }: { data: ReadFigures | undefined; error: unknown },
): number | false {
  if (isEnded(error)) return false
  return !error && data && widgets.some((id) => !data.has(id)) ? newWidgetDelayMs : pageMs
}

/**
 * Query for the figures of the wall's widgets by id. All are read once; those of the current and the next page, `near`, again once per page
 * interval, so that a page is never older than that when it appears. Fails like `callApi`.
 */
export const wallFigures = (widgets: readonly string[], near: ReadonlySet<string>) =>
  queryOptions({
    ...pollingOptions,
    queryKey: figuresKey,
    enabled: widgets.length > 0,
    refetchInterval: ({ state }: { state: Parameters<typeof nextReadMs>[1] }) => nextReadMs(widgets, state),
    async queryFn({ client, signal }): Promise<ReadFigures> {
      const known = client.getQueryData<ReadFigures>(figuresKey)
      const read = await figuresOf(widgetsToRead(widgets, near, known), signal)
      return new Map(
        widgets.flatMap((id) => {
          const figures = read.get(id) ?? known?.get(id)
          return figures ? [[id, figures] as const] : []
        }),
      )
    },
  })
