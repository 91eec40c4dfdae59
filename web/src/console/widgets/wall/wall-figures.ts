import { maxFiguresPerRequest, type WidgetFigures } from '@lintel/contract/projects/dashboard-figures'
import { readWallFigures } from '@lintel/contract/projects/wall'
import { queryOptions } from '@tanstack/react-query'
import { callApi } from '../../../api/call-api'
import { figuresKey, isEnded, pollingOptions } from './wall-calls'

/** Display time of each page of a wall in milliseconds. */
export const pageMs = 15_000

type ReadFigures = ReadonlyMap<string, WidgetFigures>

/** The known figures of these widgets with those that were just read. */
function mergeFigures(widgets: readonly string[], known: ReadFigures, read: readonly WidgetFigures[]): ReadFigures {
  const merged = new Map([...known, ...read.map((figures) => [figures.id, figures] as const)])
  return new Map(
    widgets.flatMap((id) => {
      const figures = merged.get(id)
      return figures ? [[id, figures] as const] : []
    }),
  )
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
      let known: ReadFigures = client.getQueryData<ReadFigures>(figuresKey) ?? new Map()
      const wanted = widgetsToRead(widgets, near, known)
      for (let at = 0; at < wanted.length; at += maxFiguresPerRequest) {
        // What has been read is kept if a later request fails: the next read continues there.
        if (at > 0) client.setQueryData(figuresKey, known)
        const body = { widgets: wanted.slice(at, at + maxFiguresPerRequest) }
        const answer = await callApi(readWallFigures, { body, anonymous: true, signal })
        known = mergeFigures(widgets, known, answer.widgets)
      }
      return known
    },
  })
