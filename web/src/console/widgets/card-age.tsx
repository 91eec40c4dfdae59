import { useLingui } from '@lingui/react'
import { Trans } from '@lingui/react/macro'
import { useQueries } from '@tanstack/react-query'
import { useQuarterHour } from '../../ui/use-quarter-hour'
import type { BoardWidget } from './board'
import styles from './project-card.module.css'
import { readAtText } from './wall/wall-texts'
import { figuresOfWidget } from './widget-figures'

/** The age of a card's figures: the oldest time of reading. */
export function CardAge({ widgets }: { widgets: readonly BoardWidget[] }) {
  const { i18n } = useLingui()
  const oldest = useQueries({
    queries: widgets.map((widget) => ({ ...figuresOfWidget(widget), enabled: false })),
    combine: (read) => read.flatMap(({ data }) => data?.readAt ?? []).toSorted()[0],
  })
  const now = useQuarterHour()
  if (oldest === undefined) return null
  const time = readAtText(oldest, new Date(now), i18n)
  return (
    <time className={styles.age} dateTime={oldest}>
      <Trans>As of {time}</Trans>
    </time>
  )
}
