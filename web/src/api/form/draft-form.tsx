import { Trans } from '@lingui/react/macro'
import type { ReactNode, SubmitEvent, SyntheticEvent } from 'react'
import { Notice } from '../../ui/notice'
import { areAllOnFields } from '../field-errors'
import { ProblemNotice } from '../problem-notice'
import { Conflicts } from './conflicts'
import styles from './draft-form.module.css'
import type { FieldConflict } from './use-conflicts'
import type { DraftSave } from './use-draft-save'

/** The props of a form of a draft, in a dialog or on a page. */
export interface DraftFormProps {
  /** The save and the state of the last one. */
  save: DraftSave
  /** Replaces the text of the failure. */
  problem?: string | undefined
  /** Names of the fields that show server errors themselves. */
  fields?: readonly string[]
  /** Conflicting changes by others, to be decided once a save has run into them. */
  conflicts?: readonly FieldConflict[]
  /** Tells that the record was deleted meanwhile; the input is kept. */
  deletedNotice?: ReactNode
  onSubmit(event: SyntheticEvent): void
  /** The buttons at the end that submit and leave the form. */
  actions: ReactNode
  children: ReactNode
}

/** The form of a draft. A failed save is shown above the buttons, near the focus. */
export function DraftForm(props: DraftFormProps) {
  const { save, problem, fields = [], conflicts = [], deletedNotice, onSubmit, actions, children } = props
  const { error, isOutdated, isSaving } = save
  const isDeciding = isOutdated && conflicts.length > 0 && !isSaving
  const isErrorShown = isDeciding || (deletedNotice && isOutdated) || areAllOnFields(error, fields)
  function submit(event: SubmitEvent) {
    event.preventDefault()
    if (!isSaving) onSubmit(event)
  }
  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      {children}
      {deletedNotice && (
        <Notice kind="problem" title={deletedNotice}>
          <p>
            <Trans>What you typed is still here.</Trans>
          </p>
        </Notice>
      )}
      {isDeciding && <Conflicts conflicts={conflicts} />}
      {error && !isErrorShown && !isSaving && <ProblemNotice error={error} title={problem} />}
      {actions}
    </form>
  )
}
