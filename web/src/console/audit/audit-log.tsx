import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { callAddress } from '@lintel/contract/jsonapi/call'
import { auditEvents } from '@lintel/contract/settings/audit-events'
import { auditFiles, exportAuditCsv, exportAuditJsonLines } from '@lintel/contract/settings/audit-log'
import { type ReactNode, useRef, useState } from 'react'
import { download } from '../../api/download'
import { Loaded } from '../../api/form/loaded'
import { LoadError } from '../../api/load-error'
import { longRunning } from '../../api/saves-settled'
import { usePages } from '../../api/use-pages'
import { useSave } from '../../api/use-save'
import { ToolScreen } from '../../shell/tool-screen'
import { Button } from '../../ui/button'
import { EmptyState } from '../../ui/empty-state'
import { Menu } from '../../ui/menu'
import { AuditEventRow } from './audit-event-row'
import { auditListRequest, auditPage } from './audit-events-query'
import { allEvents } from './audit-filter'
import { AuditFilters } from './audit-filters'
import styles from './audit-log.module.css'
import type { AuditSearch } from './audit-search'
import { AuditStateLine } from './audit-state-line'

interface AuditLogProps {
  /** Id of the customer whose log is shown; undefined for the log of all customers, which staff can read. */
  customer: string | undefined
  /** The customer selector. */
  selector: ReactNode
  search: AuditSearch
  onSearch(change: AuditSearch): void
}

const exports = { csv: exportAuditCsv, jsonl: exportAuditJsonLines } as const

/** The audit log of one customer or of all customers: who did what, when, from where and to what. */
export function AuditLog({ customer, selector, search, onSearch }: AuditLogProps) {
  const { t } = useLingui()
  const request = auditListRequest({ ...search, customer })
  const { filter } = request
  const { records, error, hasMore, isReading, readMore } = usePages(auditEvents, request, auditPage)
  const save = useSave({
    work: longRunning((format: keyof typeof auditFiles) =>
      download(callAddress(exports[format], {}, filter), auditFiles[format]),
    ),
  })
  const isNarrowed = Object.keys(filter).some((name) => name !== 'customer')
  const empty = isNarrowed ? t`No event matches the filters` : t`Nothing is recorded yet`
  const firstField = useRef<HTMLInputElement>(null)
  /** Place of the first event that was added last. */
  const [firstAdded, setFirstAdded] = useState<number>()

  return (
    <ToolScreen
      title={t`Audit log`}
      selector={selector}
      actions={
        <Menu
          label={t`Export`}
          icon="sheet"
          items={[
            { key: 'csv', label: <Trans>Export CSV</Trans>, icon: 'sheet', onChoose: () => save.mutate('csv') },
            {
              key: 'jsonl',
              label: <Trans>Export JSON Lines</Trans>,
              icon: 'code',
              onChoose: () => save.mutate('jsonl'),
            },
          ]}
        />
      }
    >
      <div className={styles.log}>
        <AuditFilters {...{ search, onSearch, firstField }} />
        <AuditStateLine customer={customer} />
        <p className="said-only" role="status">
          {records?.length ? (
            <Plural value={records.length} one="# event shown" other="# events shown" />
          ) : (
            records && empty
          )}
        </p>
        <Loaded data={records} error={error} what={t`Events`} rows={8}>
          {(events) =>
            events.length === 0 ? (
              <EmptyState title={empty}>
                {isNarrowed && (
                  <Button
                    onClick={() => {
                      onSearch(allEvents)
                      firstField.current?.focus()
                    }}
                  >
                    <Trans>Show all events</Trans>
                  </Button>
                )}
              </EmptyState>
            ) : (
              <ol className={styles.events} aria-label={t`Events`}>
                {events.map((event, place) => (
                  <AuditEventRow key={event.id} event={event} isFirstAdded={place === firstAdded} onSearch={onSearch} />
                ))}
              </ol>
            )
          }
        </Loaded>
        {records && error && <LoadError error={error} what={t`Earlier events`} />}
        {hasMore && !error && (
          <p className={styles.more}>
            <Button
              busy={isReading}
              onClick={() => {
                setFirstAdded(records?.length)
                readMore()
              }}
            >
              <Trans>Show earlier events</Trans>
            </Button>
          </p>
        )}
      </div>
    </ToolScreen>
  )
}
