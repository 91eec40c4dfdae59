import { useLingui } from '@lingui/react'
import { Trans, useLingui as useMacro } from '@lingui/react/macro'
import { type KeyboardEvent, type PointerEvent, useState } from 'react'
import { Button } from '../button'
import { useFormatDay } from '../use-format-day'
import type { Trend } from './trend'
import styles from './trend-chart.module.css'
import { heightOf, plotHeight, trendPath } from './trend-path'
import { TrendTable } from './trend-table'
import { wholeTicks } from './whole-ticks'

interface TrendChartProps {
  /** Names the chart and its table for screen readers. */
  label: string
  trend: Trend
}

/** Maximum number of lines on the number axis, and of month names on the day axis. */
const maxLines = 3
const maxMonths = 5
/** Page Up and Page Down move by a month, in days. */
const pageDays = 30
/** Line ends nearer than this, in units of the plot, would have overlapping labels. */
const wordHeight = 16

/**
 * A trend as two lines of different style and colour, on an axis of whole numbers. Pointer and arrow keys move by day
 * and announce its values; a button shows the numbers as a table (admin-console chapter 9).
 */
export function TrendChart({ label, trend }: TrendChartProps) {
  const { i18n } = useLingui()
  const { t } = useMacro()
  const formatDay = useFormatDay()
  const [pointed, setPointed] = useState<number>()
  const [isTable, setTable] = useState(false)
  const { labels, open, closed } = trend
  const last = labels.length - 1
  const ticks = wholeTicks(Math.max(...open, ...closed), maxLines)
  const top = ticks.at(-1) ?? 1
  const day = Math.min(pointed ?? last, last)
  const xPercent = (at: number) => `${last > 0 ? (at / last) * 100 : 0}%`
  const yPercent = (value: number) => `${heightOf(value, top)}%`
  const describeDay = (at: number) => {
    const [date, opened, done] = [formatDay(labels[at] ?? ''), i18n.number(open[at] ?? 0), i18n.number(closed[at] ?? 0)]
    return t`${date}: ${opened} open, ${done} closed`
  }

  function onKeyDown(event: KeyboardEvent) {
    const to = {
      ArrowLeft: day - 1,
      ArrowDown: day - 1,
      ArrowRight: day + 1,
      ArrowUp: day + 1,
      PageDown: day - pageDays,
      PageUp: day + pageDays,
      Home: 0,
      End: last,
    }[event.key]
    if (to === undefined) return
    event.preventDefault()
    setPointed(Math.max(0, Math.min(to, last)))
  }

  function onPointer({ currentTarget, clientX }: PointerEvent) {
    const { left, width } = currentTarget.getBoundingClientRect()
    setPointed(Math.max(0, Math.min(Math.round(((clientX - left) / width) * last), last)))
  }

  return (
    <div className={styles.chart}>
      {isTable ? (
        <TrendTable label={label} trend={trend} />
      ) : (
        <div className={styles.frame}>
          <div className={styles.numbers} aria-hidden>
            {ticks.map((tick) => (
              <span key={tick} style={{ top: yPercent(tick) }}>
                {i18n.number(tick)}
              </span>
            ))}
          </div>
          <div
            className={styles.plot}
            role="slider"
            tabIndex={0}
            aria-label={label}
            aria-valuemin={0}
            aria-valuemax={last}
            aria-valuenow={day}
            aria-valuetext={describeDay(day)}
            onKeyDown={onKeyDown}
            onPointerMove={onPointer}
            onPointerDown={onPointer}
            onPointerLeave={() => setPointed(undefined)}
            onBlur={() => setPointed(undefined)}
          >
            {ticks.map((tick) => (
              <span key={tick} className={styles.line} style={{ top: yPercent(tick) }} />
            ))}
            <svg
              className={styles.lines}
              viewBox={`0 0 ${Math.max(1, last)} ${plotHeight}`}
              preserveAspectRatio="none"
              aria-hidden
            >
              <path className={styles.closed} d={trendPath(closed, top)} />
              <path className={styles.open} d={trendPath(open, top)} />
            </svg>
            {pointed !== undefined && (
              <>
                <span className={styles.cursor} style={{ insetInlineStart: xPercent(day) }} />
                <span
                  className={styles.dot}
                  style={{ insetInlineStart: xPercent(day), top: yPercent(open[day] ?? 0) }}
                />
                <span
                  className={styles.dot}
                  data-closed
                  style={{ insetInlineStart: xPercent(day), top: yPercent(closed[day] ?? 0) }}
                />
                <span
                  className={styles.tip}
                  data-side={day > last / 2 ? 'start' : 'end'}
                  style={{ insetInlineStart: xPercent(day) }}
                >
                  {describeDay(day)}
                </span>
              </>
            )}
          </div>
          <LineNames open={heightOf(open[last] ?? 0, top)} closed={heightOf(closed[last] ?? 0, top)} />
          <div className={styles.months} aria-hidden>
            {monthsOn(labels).map((at) => (
              <span key={at} style={{ insetInlineStart: xPercent(at) }}>
                {monthText(i18n, labels[at])}
              </span>
            ))}
          </div>
        </div>
      )}
      <Button size="small" kind="quiet" aria-pressed={isTable} onClick={() => setTable(!isTable)}>
        <Trans>Table</Trans>
      </Button>
    </div>
  )
}

/** Labels at the line ends, moved apart where they would overlap. */
function LineNames({ open, closed }: Record<'open' | 'closed', number>) {
  const isNear = Math.abs(open - closed) < wordHeight
  const offset = isNear ? (open <= closed ? -1 : 1) * (wordHeight - Math.abs(open - closed)) * 0.5 : 0
  return (
    <div className={styles.names} aria-hidden>
      <span style={{ top: `${open + offset}%` }}>
        <Trans>open</Trans>
      </span>
      <span data-closed style={{ top: `${closed - offset}%` }}>
        <Trans>closed</Trans>
      </span>
    </div>
  )
}

/** Indexes of the first days of months, thinned out so that their names fit. */
function monthsOn(labels: readonly string[]): number[] {
  const firsts = labels.flatMap((label, at) => (label.endsWith('-01') ? [at] : []))
  const every = Math.ceil(firsts.length / maxMonths)
  return firsts.filter((_, at) => at % every === 0)
}

const monthText = (i18n: ReturnType<typeof useLingui>['i18n'], day = '') =>
  i18n.date(new Date(`${day}T12:00:00Z`), { month: 'short', timeZone: 'UTC' })
