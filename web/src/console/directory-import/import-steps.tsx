import { useLingui } from '@lingui/react'
import { useLingui as useMacro } from '@lingui/react/macro'
import { type AdImportType, importType } from '@lintel/contract/people/ad-import-step'
import type { ChangeSet } from '@lintel/contract/people/change-sets'
import { useState } from 'react'
import type { Outcome } from '../../shell/change-sets/change-set-calls'
import { ChangeSetSummary } from '../../shell/change-sets/change-set-summary'
import { PlainSelect } from '../../ui/plain-select'
import { SearchField } from '../../ui/search-field'
import styles from './directory-import.module.css'
import { labelOf, stepActionLabels, stepTypeLabels } from './step-labels'
import { StepTable } from './step-table'

/** The steps of an import, errors first, with the count of each action; filtered by outcome, type and search. */
export function ImportSteps({ set }: { set: ChangeSet }) {
  const { i18n } = useLingui()
  const { t } = useMacro()
  const [outcome, setOutcome] = useState<Outcome>()
  const [type, setType] = useState<AdImportType | ''>('')
  const [text, setText] = useState('')
  const types = importType.options.filter((each) => set.summary.actions?.some((entry) => entry.type === each))
  const translate = (label: ReturnType<typeof labelOf>) => (typeof label === 'string' ? label : i18n._(label))
  return (
    <div className={styles.steps}>
      <ul className={styles.counts} aria-label={t`Actions`}>
        {set.summary.actions?.map((entry) => (
          <li key={`${entry.type} ${entry.action}`} data-error={entry.action === 'error' || undefined}>
            {translate(labelOf(stepTypeLabels, entry.type))} · {translate(labelOf(stepActionLabels, entry.action))}{' '}
            <strong>{i18n.number(entry.count)}</strong>
          </li>
        ))}
      </ul>
      <div className={styles.filters}>
        <SearchField label={t`Search the steps`} value={text} onSearch={setText} />
        <PlainSelect
          label={t`Type`}
          value={type}
          options={[
            { value: '', label: t`All types` },
            ...types.map((each) => ({ value: each, label: i18n._(stepTypeLabels[each]) })),
          ]}
          onChange={(chosen) => setType(types.find((each) => each === chosen) ?? '')}
        />
        <ChangeSetSummary summary={set.summary} outcome={outcome} onChoose={setOutcome} />
      </div>
      <StepTable
        // A new filter starts at the first row.
        key={`${outcome} ${type} ${text}`}
        {...{ set, outcome }}
        criteria={{ text, type }}
      />
    </div>
  )
}
