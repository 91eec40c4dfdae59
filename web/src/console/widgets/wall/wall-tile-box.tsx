import { useLingui } from '@lingui/react'
import { useLingui as useMacro } from '@lingui/react/macro'
import type { WidgetFigures } from '@lintel/contract/projects/dashboard-figures'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { widgetTypeLabels } from '../../../shell/content/widget-types'
import { plotHeight, trendPath } from '../../../ui/chart/trend-path'
import { useFormatDay } from '../../../ui/use-format-day'
import { GeneralInfo } from '../general-info'
import { stateLabels } from '../widget-labels'
import { useLastFailure } from './use-last-failure'
import { useScaleToFit } from './use-scale-to-fit'
import styles from './wall.module.css'
import { wallImage } from './wall-calls'
import { WallTable } from './wall-table'
import { failureText } from './wall-texts'
import type { WallTile } from './wall-tiles'

/** A tile of a wall: project, subject and figures. */
export function WallTileBox({ tile }: { tile: WallTile }) {
  const { i18n } = useLingui()
  const box = useScaleToFit<HTMLLIElement>()
  const { widget, figures } = tile
  return (
    <li ref={box} className={styles.tile} data-widget={widget.id}>
      <div className={styles.fitted}>
        <h2 className={styles.project}>{widget.projectName}</h2>
        <p className={styles.subject}>{figures?.subject ?? i18n._(widgetTypeLabels[widget.typeName])}</p>
        <TileContent tile={tile} />
      </div>
    </li>
  )
}

/** Content of a tile: its figures, or why there are none. */
export function TileContent({ tile: { widget, figures, rows } }: { tile: WallTile }) {
  const { i18n } = useLingui()
  const { t } = useMacro()
  if (!figures) return null
  if (figures.state !== 'read') return <Unavailable>{i18n._(stateLabels[figures.state])}</Unavailable>
  if (figures.info) return <GeneralInfo figures={figures.info} />
  if (rows.length > 0)
    return (
      <WallTable
        states={
          figures.checklists
            ? [t`Not started`, t`In progress`, t({ message: 'Done', context: 'topics' })]
            : [t({ message: 'Open', context: 'topics' }), t({ message: 'Done', context: 'topics' }), t`Closed`]
        }
        rows={rows}
      />
    )
  if (figures.trend) return <WallTrend trend={figures.trend} />
  if (figures.checklists) return <Unavailable>{t`No checklists are selected.`}</Unavailable>
  if (figures.workflows) return <Unavailable>{t`This project has no workflows.`}</Unavailable>
  if (widget.typeName === 'workflow-chart') return <Unavailable>{t`The workflow of this trend is gone.`}</Unavailable>
  if (widget.image !== null) return <WallImage id={widget.image} />
  return <Unavailable>{t`There is no image yet.`}</Unavailable>
}

/** Message in place of the figures. */
const Unavailable = ({ children }: { children: ReactNode }) => <p className={styles.unavailable}>{children}</p>

function WallTrend({ trend: { labels, open, closed } }: { trend: NonNullable<WidgetFigures['trend']> }) {
  const { i18n } = useLingui()
  const { t } = useMacro()
  const formatDay = useFormatDay()
  const top = Math.max(1, ...open, ...closed)
  const date = formatDay(labels.at(-1) ?? '')
  const [opened, done] = [i18n.number(open.at(-1) ?? 0), i18n.number(closed.at(-1) ?? 0)]
  return (
    <>
      <p className={styles.last}>{t`${date}: ${opened} open, ${done} closed`}</p>
      <svg
        className={styles.trend}
        viewBox={`0 0 ${Math.max(1, labels.length - 1)} ${plotHeight}`}
        preserveAspectRatio="none"
        aria-hidden="true"
      >
        <path className={styles.open} d={trendPath(open, top)} vectorEffect="non-scaling-stroke" />
        <path className={styles.closed} d={trendPath(closed, top)} vectorEffect="non-scaling-stroke" />
      </svg>
    </>
  )
}

function WallImage({ id }: { id: string }) {
  const { t } = useMacro()
  const { i18n } = useLingui()
  const image = useQuery(wallImage(id))
  const failure = useLastFailure(image)
  const { data } = image
  if (data !== undefined) return <img className={styles.image} src={data} alt={t`Shown on the card of the project`} />
  return failure !== null && <Unavailable>{failureText(failure, i18n)}</Unavailable>
}
