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
import { StepTable } from './step-table'
import { actionWords, typeWords, wordsOf } from './step-words'

/** The steps of an import, errors first, with the count of each action; narrowed by outcome, type and search, however many there are. */
export function ImportSteps({ set }: { set: ChangeSet }) {
  const { i18n } = useLingui()
  const { t } = useMacro()
  const [outcome, setOutcome] = useState<Outcome>()
  const [type, setType] = useState<AdImportType | ''>('')
  const [text, setText] = useState('')
  const types = importType.options.filter((each) => set.summary.actions?.some((counted) => counted.type === each))
  const word = (words: ReturnType<typeof wordsOf>) => (typeof words === 'string' ? words : i18n._(words))
  return (
    <div className={styles.steps}>
      <ul className={styles.counts} aria-label={t`Actions`}>
        {set.summary.actions?.map((counted) => (
          <li key={`${counted.type} ${counted.action}`} data-error={counted.action === 'error' || undefined}>
            {word(wordsOf(typeWords, counted.type))} · {word(wordsOf(actionWords, counted.action))}{' '}
            <strong>{i18n.number(counted.count)}</strong>
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
            ...types.map((each) => ({ value: each, label: i18n._(typeWords[each]) })),
          ]}
          onChange={(chosen) => setType(types.find((each) => each === chosen) ?? '')}
        />
        <ChangeSetSummary summary={set.summary} outcome={outcome} onChoose={setOutcome} />
      </div>
      <StepTable
        // What is narrowed otherwise is read from its beginning.
        key={`${outcome} ${type} ${text}`}
        {...{ set, outcome }}
        narrowed={{ text, type }}
      />
    </div>
  )
}
