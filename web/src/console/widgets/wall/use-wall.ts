import { useQueries, useQuery } from '@tanstack/react-query'
import { useTurn } from './use-turn'
import { useWindowSize } from './use-window-size'
import { wall, wallImage } from './wall-calls'
import { pageMs, wallFigures } from './wall-figures'
import { gridFor, scaleFor, tilesOf } from './wall-tiles'

/** What a wall shows now: its page of tiles, laid out for the window, and what failed when it was read last. */
export function useWall() {
  const { data, error, dataUpdatedAt, errorUpdatedAt } = useQuery(wall)
  const widgets = data?.widgets.map(({ id }) => id) ?? []
  const { data: read } = useQuery({ ...wallFigures(widgets, new Set()), enabled: false })
  const { width, height } = useWindowSize()
  const scale = scaleFor({ width, height })
  const size = { width: width / scale, height: height / scale }
  const { columns, rows } = gridFor(size)
  const tiles = tilesOf(data?.widgets ?? [], read)
  const pages = Math.max(1, Math.ceil(tiles.length / (columns * rows)))
  const at = useTurn(pages, pageMs)
  const pageOf = (page: number) => tiles.slice(page * columns * rows, (page + 1) * columns * rows)
  const [shown, next] = [pageOf(at), pageOf((at + 1) % pages)]
  const near = new Set([...shown, ...next].map(({ widget }) => widget.id))
  const { error: notRead } = useQuery(wallFigures(widgets, near))
  // The images of the next page are there when it is turned to.
  const coming = new Set(next.flatMap(({ widget: { image } }) => image ?? []))
  useQueries({ queries: [...coming].map(wallImage) })
  return {
    data,
    /** Why it could not be read again; what was read stays, with its time, until it can. */
    failure: (error ?? notRead) as unknown,
    /** When it was tried to read it last: as good as now. */
    triedAt: Math.max(dataUpdatedAt, errorUpdatedAt),
    /** When the oldest number on it was read. */
    oldest: shown.flatMap(({ figures }) => figures?.readAt ?? []).toSorted()[0],
    tiles: shown,
    isEmpty: tiles.length === 0,
    page: at + 1,
    pages,
    columns,
    rows,
    scale,
    height: size.height,
  }
}
