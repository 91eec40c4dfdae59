import { useLingui } from '@lingui/react'
import { Trans, useLingui as useMacro } from '@lingui/react/macro'
import type { AuditEvent } from '@lintel/contract/settings/audit-events'
import { historyText } from '../../shell/records/history-texts'
import { Button } from '../../ui/button'
import { keepFocusNearby } from '../../ui/focus-return'
import { takeLostFocus } from '../../ui/take-lost-focus'
import { allEvents } from './audit-filter'
import styles from './audit-log.module.css'
import type { AuditSearch } from './audit-search'
import { changedFields } from './changed-fields'

interface AuditEventRowProps {
  event: AuditEvent
  /** It takes the focus of the button that has added it. */
  isFirstAdded: boolean
  onSearch(change: AuditSearch): void
}

const isInternal = (target: string) => /[0-9a-f]{8}-[0-9a-f]{4}-/.test(target)

/** One event in a line; expanded, it shows the values before and after, and all other details. */
export function AuditEventRow({ event, isFirstAdded, onSearch }: AuditEventRowProps) {
  const { i18n } = useLingui()
  const { t } = useMacro()
  const { actor, action, user, target, result, reason } = event
  // Show a name where there is one: an internal id means nothing to a reader and is shown in the details only.
  const about = [user, event.targetName ?? (target && isInternal(target) ? null : target)]
    .filter((part, at, all) => part && all.indexOf(part) === at)
    .join(' · ')
  const fields = changedFields(event.before, event.after)
  /** The button may be in a row that is then no longer listed. */
  function searchAll(of: Pick<AuditSearch, 'who' | 'about'>) {
    keepFocusNearby()
    onSearch({ ...allEvents, ...of })
  }
  return (
    <li className={styles.event} {...(isFirstAdded && { tabIndex: -1, ref: takeLostFocus })}>
      <details>
        <summary className={styles.line}>
          <time dateTime={event.occurredAt} className={styles.when}>
            {i18n.date(new Date(event.occurredAt), { dateStyle: 'medium', timeStyle: 'medium' })}
          </time>
          <span className={styles.what}>
            {historyText(action, i18n)}
            {result === 'failure' && <span className={styles.refused}>{t`refused`}</span>}
          </span>
          <span className={styles.who}>{actor ?? t`the system`}</span>
          <span className={styles.about}>{about}</span>
        </summary>
        <div className={styles.detail}>
          {fields.length > 0 && (
            <table className={styles.changes}>
              <thead>
                <tr>
                  <th scope="col">{t`Field`}</th>
                  <th scope="col">{t`Before`}</th>
                  <th scope="col">{t`After`}</th>
                </tr>
              </thead>
              <tbody>
                {fields.map(({ field, before, after }) => (
                  <tr key={field}>
                    <th scope="row">{field}</th>
                    <td>{before}</td>
                    <td>{after}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          )}
          <dl className={styles.facts}>
            <Fact name={t`Event`} value={action} />
            <Fact name={t`Reason`} value={reason} />
            <Fact name={t`On what`} value={target && `${event.targetType} ${target}`} />
            <Fact name={t`API token`} value={event.apiToken} />
            <Fact name={t`From where`} value={event.ip} />
            <Fact name={t`With`} value={event.userAgent} />
            <Fact name={t`Request`} value={event.requestId} />
            <Fact name={t`Place in the chain`} value={`${i18n.number(event.sequence)} · ${event.hash.slice(0, 16)}`} />
          </dl>
          <span className={styles.narrow}>
            {actor && (
              <Button size="small" onClick={() => searchAll({ who: actor })}>
                <Trans>Everything by {actor}</Trans>
              </Button>
            )}
            {user && user !== actor && (
              <Button size="small" onClick={() => searchAll({ about: user })}>
                <Trans>Everything about {user}</Trans>
              </Button>
            )}
          </span>
        </div>
      </details>
    </li>
  )
}

const Fact = ({ name, value }: { name: string; value: string | null }) =>
  value === null ? null : (
    <>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </>
  )
