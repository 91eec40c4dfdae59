import { useLingui } from '@lingui/react'
import { Trans } from '@lingui/react/macro'
import { type AuditEvent, auditEvents } from '@lintel/contract/settings/audit-events'
import { useInfiniteQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { Failed } from '../../api/failed'
import { type Listed, pageOf } from '../../api/resource'
import { Button } from '../../ui/button'
import { Checkbox } from '../../ui/checkbox'
import { Dialog } from '../../ui/dialog'
import { EmptyState } from '../../ui/empty-state'
import { SkeletonRows } from '../../ui/skeleton-rows'
import { HistoryRows } from './history-rows'
import { historyWords } from './history-words'
import styles from './list-dialog.module.css'

interface HistoryProps {
  title: string
  customer: string
  /** A person's email or a project's id; undefined while none is chosen. */
  subject: string | undefined
  /** Stands above the events: what to choose the subject by. */
  choice?: ReactNode
  /** What an event says beside what was done. */
  detail(event: AuditEvent): string
  onClose(): void
}

/** Events of one page. */
const pageSize = 50

/** What was changed of a person or a project, from the audit trail, the latest first; on request who came by as well. */
export function History({ title, customer, subject, choice, detail, onClose }: HistoryProps) {
  const { i18n } = useLingui()
  const [isComplete, setComplete] = useState(false)
  const filter = { customer, subject, ...(!isComplete && { everyday: 'false' }) }
  const request = { filter, sort: ['-occurredAt'] }
  const { data, error, hasNextPage, isFetchingNextPage, fetchNextPage } = useInfiniteQuery({
    queryKey: [auditEvents.type, 'pages', request],
    queryFn: ({ pageParam, signal }) =>
      pageOf(auditEvents, { ...request, page: { size: pageSize, ...(pageParam && { after: pageParam }) } }, signal),
    initialPageParam: '',
    getNextPageParam: ({ next }: Listed<typeof auditEvents> & { next: string | undefined }) => next,
    enabled: subject !== undefined,
  })
  const events = data?.pages.flatMap(({ records }) => records) ?? []

  return (
    <Dialog label={title} onClose={onClose} size="wide">
      <div className={styles.dialog}>
        <h2>{title}</h2>
        {choice}
        {subject !== undefined && (
          <Checkbox
            label={<Trans>Show opening and signing in as well</Trans>}
            checked={isComplete}
            onChange={({ target }) => setComplete(target.checked)}
          />
        )}
        {subject === undefined ? null : error && !data ? (
          <Failed error={error} />
        ) : !data ? (
          <SkeletonRows rows={5} />
        ) : events.length === 0 ? (
          <EmptyState title={<Trans>Nothing is recorded yet</Trans>} />
        ) : (
          // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls can be scrolled by keyboard
          <section className={styles.scroll} tabIndex={0} aria-label={title}>
            <ul>
              {events.map((event) => {
                const words = historyWords(event.action)
                return (
                  <li key={event.id} className={styles.item}>
                    <span className={styles.what}>
                      <span className={styles.name}>{words ? i18n._(words) : event.action}</span>
                      <span className={styles.detail}>{detail(event)}</span>
                      {event.targetType === 'change-sets' && event.target && subject !== undefined && (
                        <HistoryRows set={event.target} subject={subject} />
                      )}
                    </span>
                    <span className={styles.when}>
                      <time dateTime={event.occurredAt}>
                        {i18n.date(new Date(event.occurredAt), { dateStyle: 'medium', timeStyle: 'short' })}
                      </time>
                      <span className={styles.detail}>{event.actor ?? <Trans>the system</Trans>}</span>
                    </span>
                  </li>
                )
              })}
            </ul>
          </section>
        )}
        <div className={styles.answers}>
          {hasNextPage && (
            <Button busy={isFetchingNextPage} onClick={() => fetchNextPage()}>
              <Trans>Show earlier events</Trans>
            </Button>
          )}
          <Button onClick={onClose} data-autofocus={subject !== undefined || undefined}>
            <Trans>Close</Trans>
          </Button>
        </div>
      </div>
    </Dialog>
  )
}
