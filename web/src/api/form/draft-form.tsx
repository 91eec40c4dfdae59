import { Trans } from '@lingui/react/macro'
import type { ReactNode, SubmitEvent, SyntheticEvent } from 'react'
import { Notice } from '../../ui/notice'
import { isAllAtFields } from '../at-field'
import { ProblemNotice } from '../problem-notice'
import { Conflicts } from './conflicts'
import styles from './draft-form.module.css'
import type { ShownConflict } from './use-conflicts'
import type { DraftSave } from './use-draft-save'

/** What a form over a draft is given, in a dialog or on a page. */
export interface DraftFormProps {
  /** The save and what came of the last one. */
  save: DraftSave
  /** What went wrong, where the failure itself does not say it. */
  problem?: string | undefined
  /** Names of the fields that show what the server refuses of them. */
  fields?: readonly string[]
  /** What somebody else has changed as well: decided upon when a save has met it. */
  conflicts?: readonly ShownConflict[]
  /** Says that the record was deleted meanwhile; what was typed stays. */
  gone?: ReactNode
  onSubmit(event: SyntheticEvent): void
  /** Stands at the end: what submits and leaves the form. */
  actions: ReactNode
  children: ReactNode
}

/** A form over a draft. What went wrong with its save stands above its actions, where the eye is. */
export function DraftForm(props: DraftFormProps) {
  const { save, problem, fields = [], conflicts = [], gone, onSubmit, actions, children } = props
  const { error, isOutdated, isSaving } = save
  const isDeciding = isOutdated && conflicts.length > 0 && !isSaving
  const isSaid = isDeciding || (gone && isOutdated) || isAllAtFields(error, fields)
  function submit(event: SubmitEvent) {
    event.preventDefault()
    if (!isSaving) onSubmit(event)
  }
  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      {children}
      {gone && (
        <Notice kind="problem" title={gone}>
          <p>
            <Trans>What you typed is still here.</Trans>
          </p>
        </Notice>
      )}
      {isDeciding && <Conflicts conflicts={conflicts} />}
      {error && !isSaid && !isSaving && <ProblemNotice error={error} title={problem} />}
      {actions}
    </form>
  )
}
