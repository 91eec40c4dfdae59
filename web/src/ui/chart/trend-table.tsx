import { useLingui } from '@lingui/react'
import { Trans } from '@lingui/react/macro'
import { useFormatDay } from '../use-format-day'
import type { Trend } from './trend'
import styles from './trend-table.module.css'

/** The numbers of a trend, the latest day first. */
export function TrendTable({ label, trend: { labels, open, closed } }: { label: string; trend: Trend }) {
  const { i18n } = useLingui()
  const formatDay = useFormatDay()
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls can be scrolled by keyboard
    <div className={styles.scroll} role="group" tabIndex={0} aria-label={label}>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">
              <Trans>Day</Trans>
            </th>
            <th scope="col">
              <Trans context="topics">Open</Trans>
            </th>
            <th scope="col">
              <Trans>Closed</Trans>
            </th>
          </tr>
        </thead>
        <tbody>
          {labels
            .map((day, at) => (
              <tr key={day}>
                <th scope="row">{formatDay(day)}</th>
                <td>{i18n.number(open[at] ?? 0)}</td>
                <td>{i18n.number(closed[at] ?? 0)}</td>
              </tr>
            ))
            .reverse()}
        </tbody>
      </table>
    </div>
  )
}
