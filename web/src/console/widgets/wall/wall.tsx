import { useLingui } from '@lingui/react'
import { Plural, Trans } from '@lingui/react/macro'
import { MessageScreen } from '../../../shell/message-screen'
import { Spinner } from '../../../ui/spinner'
import { useDailyReload } from './use-daily-reload'
import { useWakeLock } from './use-wake-lock'
import { useWall } from './use-wall'
import styles from './wall.module.css'
import { endReason, isEnded, isLoginMethodRefused } from './wall-calls'
import { endText, failureText, readAtText } from './wall-texts'
import { WallTileBox } from './wall-tile-box'

/** A dashboard on a wall: it fills the screen, refreshes and changes pages automatically, and has no controls. */
export function Wall() {
  const { i18n } = useLingui()
  useWakeLock()
  const { data, failure, lastAttemptAt, oldest, tiles, isEmpty, page, pages, columns, rows, scale, height } = useWall()
  useDailyReload(data !== undefined && failure === null)

  if (isEnded(failure)) return <WallEnded reason={endReason(failure)} />
  if (isLoginMethodRefused(failure)) return <WallShut />
  if (!data)
    return <main className={styles.waiting}>{failure ? <p>{failureText(failure, i18n)}</p> : <Spinner />}</main>

  const time = oldest && readAtText(oldest, new Date(lastAttemptAt), i18n)
  return (
    <main className={styles.wall} style={{ zoom: scale, height }}>
      <header className={styles.head}>
        <h1 className={styles.title}>{data.customerName}</h1>
        {pages > 1 && (
          <span>
            <Trans>
              Page {page} of {pages}
            </Trans>
          </span>
        )}
        {data.omittedWidgets > 0 && (
          <span>
            <Plural value={data.omittedWidgets} one="# more widget is not shown" other="# more widgets are not shown" />
          </span>
        )}
        {oldest && (
          <time dateTime={oldest}>
            <Trans>As of {time}</Trans>
          </time>
        )}
        {failure !== null && (
          <span className={styles.failure} role="status">
            {failureText(failure, i18n)}
          </span>
        )}
      </header>
      {isEmpty ? (
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
          {tiles.map((tile) => (
            <WallTileBox key={tile.key} tile={tile} />
          ))}
        </ul>
      )}
    </main>
  )
}

function WallEnded({ reason }: { reason: unknown }) {
  const { i18n } = useLingui()
  return (
    <main>
      <MessageScreen title={<Trans>This screen shows nothing any more</Trans>}>
        {endText(reason, i18n)} <Trans>An administrator can create a new one under Project widgets.</Trans>
      </MessageScreen>
    </main>
  )
}

const WallShut = () => (
  <main>
    <MessageScreen title={<Trans>This screen shows nothing at the moment</Trans>}>
      <Trans>
        The customer does not admit the way in which the maker of its link signs in. It goes on by itself as soon as
        that is admitted again.
      </Trans>
    </MessageScreen>
  </main>
)
