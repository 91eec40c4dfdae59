import { useLingui } from '@lingui/react'
import { Trans } from '@lingui/react/macro'
import { type AuditEvent, auditEvents } from '@lintel/contract/settings/audit-events'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { usePages } from '../../api/use-pages'
import { Button, buttonClass } from '../../ui/button'
import { Checkbox } from '../../ui/checkbox'
import { HistoryRows } from './history-rows'
import { historyText } from './history-texts'
import { ListDialog } from './list-dialog'
import styles from './list-dialog.module.css'

interface HistoryProps {
  title: string
  customer: string
  /** A person's email or a project's id; undefined while none is chosen. */
  subject: string | undefined
  /** Shown above the events, for choosing the subject. */
  choice?: ReactNode
  /** Details of an event beside its action. */
  detail(event: AuditEvent): string
  onClose(): void
}

/** Page size. */
const pageSize = 50

/** History of a person or project from the audit log, latest first; optionally with everyday events. */
export function History({ title, customer, subject, choice, detail, onClose }: HistoryProps) {
  const { i18n } = useLingui()
  const [isComplete, setComplete] = useState(false)
  const filter = { customer, subject, ...(!isComplete && { everyday: 'false' }) }
  const request = { filter, sort: ['-occurredAt'] }
  const { records, error, hasMore, isReading, readMore } = usePages(auditEvents, request, {
    size: pageSize,
    isEnabled: subject !== undefined,
  })

  return (
    <ListDialog
      title={title}
      above={
        <>
          {choice}
          {subject !== undefined && (
            <Checkbox
              label={<Trans>Show opening and signing in as well</Trans>}
              checked={isComplete}
              onChange={({ target }) => setComplete(target.checked)}
            />
          )}
        </>
      }
      items={subject === undefined ? null : records}
      isPartial={hasMore}
      error={error}
      empty={<Trans>Nothing is recorded yet</Trans>}
      isCloseFocused={subject !== undefined}
      actions={
        <>
          {subject !== undefined && (
            <Link to="/audit" search={{ about: subject, customer }} className={buttonClass({})}>
              <Trans>Open in the audit log</Trans>
            </Link>
          )}
          {hasMore && (
            <Button busy={isReading} onClick={readMore}>
              <Trans>Show earlier events</Trans>
            </Button>
          )}
        </>
      }
      onClose={onClose}
    >
      {(events) => (
        <ul>
          {events.map((event) => {
            return (
              <li key={event.id} className={styles.item}>
                <span className={styles.what}>
                  <span className={styles.name}>{historyText(event.action, i18n)}</span>
                  <span className={styles.detail}>{detail(event)}</span>
                  {event.targetType === 'change-sets' && event.target && subject !== undefined && (
                    <HistoryRows set={event.target} customer={customer} subject={subject} />
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
      )}
    </ListDialog>
  )
}
