import { useLingui } from '@lingui/react'
import { Trans, useLingui as useMacro } from '@lingui/react/macro'
import type { RefObject } from 'react'
import { historyActions, historyText } from '../../shell/records/history-texts'
import { Button } from '../../ui/button'
import { Checkbox } from '../../ui/checkbox'
import { comparerOf } from '../../ui/compare-texts'
import { Icon } from '../../ui/icon'
import { PlainSelect } from '../../ui/plain-select'
import { SearchField } from '../../ui/search-field'
import styles from './audit-log.module.css'
import type { AuditSearch } from './audit-search'
import { DayFilter } from './day-filter'

interface AuditFiltersProps {
  search: AuditSearch
  onSearch(change: AuditSearch): void
  /** The first field, which takes the focus of a button that clears a filter. */
  firstField: RefObject<HTMLInputElement | null>
}

/** Filters of the audit log: actor, action, result, subject and period. */
export function AuditFilters({ search, onSearch, firstField }: AuditFiltersProps) {
  const { i18n } = useLingui()
  const { t } = useMacro()
  const { who = '', what = '', about = '', result = '', from = '', until = '' } = search
  const named = historyActions.map((action) => ({ value: action, label: historyText(action, i18n) }))
  const compare = comparerOf(i18n.locale)
  const inOrder = named.toSorted((one, other) => compare(one.label, other.label))
  const isNamed = what === '' || historyActions.includes(what)

  return (
    <div className={styles.filters}>
      <SearchField
        ref={firstField}
        label={t`By whom (email)`}
        value={who}
        onSearch={(text) => onSearch({ who: text.trim() || undefined })}
      />
      <PlainSelect
        label={t`What happened`}
        value={what}
        options={[
          { value: '', label: t`All that happened` },
          ...(isNamed ? [] : [{ value: what, label: what }]),
          ...inOrder,
        ]}
        onChange={(value) => onSearch({ what: value || undefined })}
      />
      <PlainSelect
        label={t`Result`}
        value={result}
        options={[
          { value: '', label: t`Any result` },
          { value: 'success', label: t({ message: 'Done', context: 'audit' }) },
          { value: 'failure', label: t`Refused or failed` },
        ]}
        onChange={(value) => onSearch({ result: value === 'success' || value === 'failure' ? value : undefined })}
      />
      <div className={styles.period}>
        <DayFilter label={t`From`} value={from} onSearch={(day) => onSearch({ from: day })} />
        <DayFilter label={t`Until`} value={until} first={from} onSearch={(day) => onSearch({ until: day })} />
      </div>
      {what === '' && (
        <Checkbox
          label={<Trans>Show opening and signing in as well</Trans>}
          checked={search.everyday === true}
          onChange={({ target }) => onSearch({ everyday: target.checked || undefined })}
        />
      )}
      {about !== '' && (
        <Button
          size="small"
          title={t`Show all events`}
          onClick={() => {
            onSearch({ about: undefined })
            firstField.current?.focus()
          }}
        >
          {t`About ${about}`}
          <Icon name="close" size={16} />
        </Button>
      )}
    </div>
  )
}
