import { useLingui } from '@lingui/react'
import { describeStep } from '@lintel/contract/people/ad-import'
import type { ChangeSetRow } from '@lintel/contract/people/change-sets'
import type { RowText } from '../../shell/change-sets/row-text'
import { stepActionLabels, stepTypeLabels } from './step-labels'

/** Texts of a step for the columns of the preview. */
export interface StepText {
  type: string
  action: string
  /** The person's name, or the email where no name is known. */
  user: string
  email: string
  group: string
  project: string
  isNeeded: boolean
}

/** Returns a function that describes a step of an import. */
export function useDescribeStep(): (row: ChangeSetRow) => StepText {
  const { i18n } = useLingui()
  return (row) => {
    const { step, type, action } = describeStep(row)
    const { name, user = '', projectName, project, given, group } = row.object
    const email = user || (given?.email ?? '')
    return {
      type: i18n._(stepTypeLabels[type]),
      action: i18n._(stepActionLabels[action]),
      user: name ?? email,
      email: name ? email : '',
      group: group ?? step.group ?? row.why?.group ?? '',
      project: projectName ?? project ?? given?.project ?? '',
      isNeeded: row.outcome === 'change',
    }
  }
}

/** The same for the rows of the partial undo dialog. */
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
