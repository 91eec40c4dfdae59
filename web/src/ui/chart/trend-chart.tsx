import { useLingui } from '@lingui/react'
import { Trans, useLingui as useMacro } from '@lingui/react/macro'
import { type KeyboardEvent, type PointerEvent, useState } from 'react'
import { Button } from '../button'
import { dayText } from './day-text'
import type { Trend } from './trend'
import styles from './trend-chart.module.css'
import { heightOf, plotHeight, trendPath } from './trend-path'
import { TrendTable } from './trend-table'
import { wholeTicks } from './whole-ticks'

interface TrendChartProps {
  /** Names the chart and its table for those who hear them. */
  label: string
  trend: Trend
}

/** So many lines has the axis of numbers at most, and so many names of months the axis of days. */
const mostLines = 3
const mostMonths = 5
/** Page Up and Page Down move by a month, in days. */
const pageDays = 30
/** Ends of both lines that are nearer than this, in units of the drawing, would have their words on each other. */
const wordHeight = 16

/**
 * A trend as two lines that differ in form and colour, on an axis of whole numbers. Pointer and arrow keys go from day to day, and what
 * stands there is said; its table is one press away (admin-console chapter 9).
 */
export function TrendChart({ label, trend }: TrendChartProps) {
  const { i18n } = useLingui()
  const { t } = useMacro()
  const [pointed, setPointed] = useState<number>()
  const [isTable, setTable] = useState(false)
  const { labels, open, closed } = trend
  const last = labels.length - 1
  const ticks = wholeTicks(Math.max(...open, ...closed), mostLines)
  const top = ticks.at(-1) ?? 1
  const day = Math.min(pointed ?? last, last)
  const across = (at: number) => `${last > 0 ? (at / last) * 100 : 0}%`
  const down = (value: number) => `${heightOf(value, top)}%`
  const said = (at: number) => {
    const [date, opened, done] = [dayText(i18n, labels[at]), i18n.number(open[at] ?? 0), i18n.number(closed[at] ?? 0)]
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
              <span key={tick} style={{ top: down(tick) }}>
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
            aria-valuetext={said(day)}
            onKeyDown={onKeyDown}
            onPointerMove={onPointer}
            onPointerDown={onPointer}
            onPointerLeave={() => setPointed(undefined)}
            onBlur={() => setPointed(undefined)}
          >
            {ticks.map((tick) => (
              <span key={tick} className={styles.line} style={{ top: down(tick) }} />
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
                <span className={styles.cursor} style={{ insetInlineStart: across(day) }} />
                <span className={styles.dot} style={{ insetInlineStart: across(day), top: down(open[day] ?? 0) }} />
                <span
                  className={styles.dot}
                  data-closed
                  style={{ insetInlineStart: across(day), top: down(closed[day] ?? 0) }}
                />
                <span
                  className={styles.tip}
                  data-side={day > last / 2 ? 'start' : 'end'}
                  style={{ insetInlineStart: across(day) }}
                >
                  {said(day)}
                </span>
              </>
            )}
          </div>
          <LineNames open={heightOf(open[last] ?? 0, top)} closed={heightOf(closed[last] ?? 0, top)} />
          <div className={styles.months} aria-hidden>
            {monthsOn(labels).map((at) => (
              <span key={at} style={{ insetInlineStart: across(at) }}>
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

/** What each line is, where it ends; one above the other where both end at the same height. */
function LineNames({ open, closed }: Record<'open' | 'closed', number>) {
  const isNear = Math.abs(open - closed) < wordHeight
  const apart = isNear ? (open <= closed ? -1 : 1) * (wordHeight - Math.abs(open - closed)) * 0.5 : 0
  return (
    <div className={styles.names} aria-hidden>
      <span style={{ top: `${open + apart}%` }}>
        <Trans>open</Trans>
      </span>
      <span data-closed style={{ top: `${closed - apart}%` }}>
        <Trans>closed</Trans>
      </span>
    </div>
  )
}

/** The places of the days on which a month begins, so many of them that their names have room. */
function monthsOn(labels: readonly string[]): number[] {
  const firsts = labels.flatMap((label, at) => (label.endsWith('-01') ? [at] : []))
  const every = Math.ceil(firsts.length / mostMonths)
  return firsts.filter((_, at) => at % every === 0)
}

const monthText = (i18n: ReturnType<typeof useLingui>['i18n'], day = '') =>
  i18n.date(new Date(`${day}T12:00:00Z`), { month: 'short', timeZone: 'UTC' })
