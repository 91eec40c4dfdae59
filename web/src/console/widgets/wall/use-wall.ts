import { useQueries, useQuery } from '@tanstack/react-query'
import { useLastFailure } from './use-last-failure'
import { usePageRotation } from './use-page-rotation'
import { useWindowSize } from './use-window-size'
import { wall, wallImage } from './wall-calls'
import { pageMs, wallFigures } from './wall-figures'
import { gridFor, scaleFor, tilesOf } from './wall-tiles'

/** The state of the wall: the current page of tiles, laid out for the window, and the last error. */
export function useWall() {
  const read = useQuery(wall)
  const { data, dataUpdatedAt, errorUpdatedAt } = read
  const failure = useLastFailure(read)
  const widgets = data?.widgets.map(({ id }) => id) ?? []
  const { data: known } = useQuery({ ...wallFigures(widgets, new Set()), enabled: false })
  const { width, height } = useWindowSize()
  const scale = scaleFor({ width, height })
  const size = { width: width / scale, height: height / scale }
  const { columns, rows } = gridFor(size)
  const tiles = tilesOf(data?.widgets ?? [], known)
  const pages = Math.max(1, Math.ceil(tiles.length / (columns * rows)))
  const at = usePageRotation(pages, pageMs)
  const readPage = (page: number) => tiles.slice(page * columns * rows, (page + 1) * columns * rows)
  const [visibleTiles, next] = [readPage(at), readPage((at + 1) % pages)]
  const near = new Set([...visibleTiles, ...next].map(({ widget }) => widget.id))
  const figuresFailure = useLastFailure(useQuery(wallFigures(widgets, near)))
  // Preload the images of the next page.
  const nextImages = new Set(next.flatMap(({ widget: { image } }) => image ?? []))
  useQueries({ queries: [...nextImages].map(wallImage) })
  return {
    data,
    /** Error of the last refresh; the last data stay, with their time. */
    failure: failure ?? figuresFailure,
    /** Time of the last attempt to refresh, which stands in for the current time. */
    lastAttemptAt: Math.max(dataUpdatedAt, errorUpdatedAt),
    /** Time of the oldest figures on the page. */
    oldest: visibleTiles.flatMap(({ figures }) => figures?.readAt ?? []).toSorted()[0],
    tiles: visibleTiles,
    isEmpty: tiles.length === 0,
    page: at + 1,
    pages,
    columns,
    rows,
    scale,
    height: size.height,
  }
}
