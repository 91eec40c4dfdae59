import type { I18n } from '@lingui/core'
import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { lastOpened } from './last-opened'
import styles from './last-opened-text.module.css'

/** When a project was last opened, in relative form; the full date is shown on hover. */
export function LastOpenedText({ instant }: { instant: string }) {
  const { i18n } = useLingui()
  return (
    <time
      className={styles.time}
      dateTime={instant}
      title={i18n.date(instant, { dateStyle: 'full', timeStyle: 'short' })}
    >
      {relativeDate(instant, i18n)}
    </time>
  )
}

function relativeDate(instant: string, i18n: I18n): ReactNode {
  const opened = lastOpened(instant, new Date())
  const formatDate = (date: Date, isThisYear: boolean) =>
    i18n.date(date, { day: 'numeric', month: 'short', ...(!isThisYear && { year: 'numeric' }) })
  switch (opened.on) {
    case 'today':
      return <Trans>Opened today</Trans>
    case 'yesterday':
      return <Trans>Opened yesterday</Trans>
    case 'date': {
      const day = formatDate(opened.date, opened.isThisYear)
      return <Trans>Opened {day}</Trans>
    }
  }
}
