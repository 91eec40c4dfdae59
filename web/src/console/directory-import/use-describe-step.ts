import { useLingui } from '@lingui/react'
import { useLingui as useMacro } from '@lingui/react/macro'
import { describeStep } from '@lintel/contract/people/ad-import'
import type { ChangeSetRow } from '@lintel/contract/people/change-sets'
import type { RowText } from '../../shell/change-sets/row-text'
import { actionWords, typeWords } from './step-words'

/** A step in the words of the preview's columns. */
export interface StepText {
  type: string
  action: string
  /** The person's name, and the address where that is more. */
  user: string
  email: string
  group: string
  project: string
  isNeeded: boolean
}

/** How the steps of an import are worded. */
export function useDescribeStep(): (row: ChangeSetRow) => StepText {
  const { i18n } = useLingui()
  const { t } = useMacro()
  return (row) => {
    const { step, type, action } = describeStep(row)
    const { name, user = '', projectName, project, given, group } = row.object
    const isNeeded = row.outcome === 'change'
    const email = user || (given?.email ?? '')
    return {
      type: i18n._(typeWords[type]),
      action:
        row.conflict !== null
          ? i18n._(actionWords.error)
          : // What is known of somebody changes without their role.
            isNeeded && action === 'no change'
            ? t`Update details`
            : i18n._(actionWords[action]),
      user: name ?? email,
      email: name ? email : '',
      group: group ?? step.group ?? row.why?.group ?? '',
      project: projectName ?? project ?? given?.project ?? '',
      isNeeded,
    }
  }
}

/** The same as the list of what an undo leaves takes it. */
export function useDescribeImport(): (row: ChangeSetRow) => RowText {
  const describe = useDescribeStep()
  return (row) => {
    const { type, action, user, group, project } = describe(row)
    return {
      title: [user, group, project].filter(Boolean).join(' · ') || '—',
      detail: type,
      before: '',
      after: action,
    }
  }
}
