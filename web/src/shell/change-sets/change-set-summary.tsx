import { useLingui } from '@lingui/react/macro'
import type { ChangeSetSummary as Summary } from '@lintel/contract/people/change-sets'
import { Choice } from '../../ui/choice'
import type { Outcome } from './change-set-calls'

interface ChangeSetSummaryProps {
  summary: Summary
  outcome: Outcome | undefined
  onChoose(outcome: Outcome | undefined): void
}

/** Numbers of rows by outcome; choosing one filters the list below. */
export function ChangeSetSummary({ summary, outcome, onChoose }: ChangeSetSummaryProps) {
  const { t, i18n } = useLingui()
  const count = (value: number) => i18n.number(value)
  const { total, change, same, conflict } = summary
  const options = [
    { value: 'all', label: t`All ${count(total)}`, isShown: true },
    { value: 'change', label: t`Changes ${count(change)}`, isShown: change > 0 },
    { value: 'same', label: t`Unchanged ${count(same)}`, isShown: same > 0 },
    { value: 'conflict', label: t`Conflicts ${count(conflict)}`, isShown: conflict > 0 },
  ]
  return (
    <Choice
      label={t`Rows shown`}
      value={outcome ?? 'all'}
      options={options.filter(({ isShown }) => isShown)}
      onChoose={(value) => onChoose(value === 'all' ? undefined : (value as Outcome))}
    />
  )
}
