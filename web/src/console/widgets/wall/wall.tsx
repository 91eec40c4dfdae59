import { useLingui } from '@lingui/react'
import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { problemText } from '../../../api/problem-text'
import { MessageScreen } from '../../../shell/message-screen'
import { Spinner } from '../../../ui/spinner'
import { useTurn } from './use-turn'
import { useWakeLock } from './use-wake-lock'
import { useWindowSize } from './use-window-size'
import styles from './wall.module.css'
import { isEnded, wall, wallFigures } from './wall-calls'
import { WallTileBox } from './wall-tile-box'
import { gridFor, tilesOf } from './wall-tiles'

/** How long each page of a wall is shown, in milliseconds. */
const pageMs = 15_000

/** A dashboard on a wall: it fills the screen, refreshes and turns its pages by itself, and there is nothing to press. */
export function Wall() {
  const { i18n } = useLingui()
  useWakeLock()
  const { data, error } = useQuery(wall)
  const { data: read, error: notRead } = useQuery(wallFigures(data?.widgets.map(({ id }) => id) ?? []))
  const { columns, rows } = gridFor(useWindowSize())
  const tiles = tilesOf(data?.widgets ?? [], read)
  const pages = Math.max(1, Math.ceil(tiles.length / (columns * rows)))
  const at = useTurn(pages, pageMs)
  const ending = [error, notRead].find(isEnded)

  if (ending)
    return (
      <main>
        <MessageScreen title={<Trans>This screen shows nothing any more</Trans>}>
          <Trans>
            Its link has expired or was revoked. An administrator can create a new one under Project widgets.
          </Trans>
        </MessageScreen>
      </main>
    )
  if (!data) return <main className={styles.waiting}>{error ? <p>{i18n._(problemText(error))}</p> : <Spinner />}</main>

  const oldest = [...(read?.values() ?? [])].map(({ readAt }) => readAt).toSorted()[0]
  const time = oldest && i18n.date(new Date(oldest), { timeStyle: 'short' })
  const page = at + 1
  // What was read stays, with its time, until it can be read again.
  const failure: unknown = error ?? notRead
  return (
    <main className={styles.wall}>
      <header className={styles.head}>
        <h1 className={styles.title}>{data.customerName}</h1>
        {pages > 1 && (
          <span>
            <Trans>
              Page {page} of {pages}
            </Trans>
          </span>
        )}
        {failure !== null && (
          <span className={styles.failure} role="status">
            {i18n._(problemText(failure))}
          </span>
        )}
        {oldest && (
          <time dateTime={oldest}>
            <Trans>As of {time}</Trans>
          </time>
        )}
      </header>
      {tiles.length === 0 ? (
        <p className={styles.unavailable}>
          <Trans>No project has widgets yet</Trans>
        </p>
      ) : (
        <ul
          className={styles.tiles}
          style={{
            gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))`,
            gridTemplateRows: `repeat(${rows}, minmax(0, 1fr))`,
          }}
        >
          {tiles.slice(at * columns * rows, page * columns * rows).map((tile) => (
            <WallTileBox key={tile.key} tile={tile} />
          ))}
        </ul>
      )}
    </main>
  )
}
