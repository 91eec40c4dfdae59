import { useLingui } from '@lingui/react'
import { Trans, useLingui as useMacro } from '@lingui/react/macro'
import type { PrivilegeLevel } from '@lintel/contract/people/privilege-levels'
import { type AuditEvent, auditEvents } from '@lintel/contract/settings/audit-events'
import { useInfiniteQuery } from '@tanstack/react-query'
import { problemText } from '../../api/problem-text'
import { type Listed, pageOf } from '../../api/resource'
import { Button } from '../../ui/button'
import { Dialog } from '../../ui/dialog'
import { EmptyState } from '../../ui/empty-state'
import { Notice } from '../../ui/notice'
import { roleWord } from '../../ui/role'
import { SkeletonRows } from '../../ui/skeleton-rows'
import type { AccessTable } from './access-table'
import { historyChange } from './history-change'
import { historyWords } from './history-words'
import styles from './list-dialog.module.css'

interface HistoryProps {
  table: AccessTable
  customer: string
  /** The person's email. */
  user: string
  onClose(): void
}

/** Events of one page. */
const pageSize = 50

/** What happened to a person, from the audit trail, the latest first. */
export function History({ table, customer, user, onClose }: HistoryProps) {
  const { i18n } = useLingui()
  const { t } = useMacro()
  const request = { filter: { customer, subject: user }, sort: ['-occurredAt'] }
  const { data, error, hasNextPage, isFetchingNextPage, fetchNextPage } = useInfiniteQuery({
    queryKey: [auditEvents.type, 'pages', request],
    queryFn: ({ pageParam, signal }) =>
      pageOf(auditEvents, { ...request, page: { size: pageSize, ...(pageParam && { after: pageParam }) } }, signal),
    initialPageParam: '',
    getNextPageParam: ({ next }: Listed<typeof auditEvents> & { next: string | undefined }) => next,
  })
  const events = data?.pages.flatMap(({ records }) => records) ?? []
  const name = table.people[table.personAt(user) ?? -1]?.name ?? user
  const title = t`History of ${name}`
  const role = (level: number | undefined) => (level === undefined ? '' : i18n._(roleWord(level as PrivilegeLevel)))

  function detail(event: AuditEvent): string {
    const { project, before, after } = historyChange(event)
    const where = project && table.projects[table.projectAt(project) ?? -1]?.name
    const from = role(before)
    const to = role(after)
    const roles = from && to && from !== to ? t`${from} → ${to}` : to || from
    return [where, roles, event.result === 'failure' ? t`refused` : ''].filter(Boolean).join(' · ')
  }

  return (
    <Dialog label={title} onClose={onClose} size="wide">
      <div className={styles.dialog}>
        <h2>{title}</h2>
        {error ? (
          <Notice kind="problem" title={i18n._(problemText(error))} />
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
          <Button onClick={onClose} data-autofocus>
            <Trans>Close</Trans>
          </Button>
        </div>
      </div>
    </Dialog>
  )
}
