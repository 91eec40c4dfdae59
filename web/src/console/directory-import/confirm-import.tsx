import { Trans, useLingui } from '@lingui/react/macro'
import { needsTypedCount } from '@lintel/contract/people/ad-import'
import type { ChangeSet } from '@lintel/contract/people/change-sets'
import { type SubmitEvent, useState } from 'react'
import { Button } from '../../ui/button'
import { Checkbox } from '../../ui/checkbox'
import { TextField } from '../../ui/field'
import styles from './directory-import.module.css'
import type { Confirmation } from './import-calls'
import { ImportFailed } from './import-failed'

interface ConfirmImportProps {
  set: ChangeSet
  /** Why the confirmation failed. */
  failure: Error | null
  isBusy: boolean
  onConfirm(given: Omit<Confirmation, 'planId'>): void
  onCancel(): void
}

/** Confirmation before an import is applied: whether people are invited and, if many memberships are removed, their number. */
export function ConfirmImport({ set: { summary }, failure, isBusy, onConfirm, onCancel }: ConfirmImportProps) {
  const { t, i18n } = useLingui()
  const [removals, setRemovals] = useState('')
  const [invite, setInvite] = useState(false)
  const [isWrong, setWrong] = useState(false)
  const { removal } = summary
  const mustTypeCount = removal !== undefined && needsTypedCount(removal)
  const removed = removal?.removed ?? 0
  const share = i18n.number(removed / Math.max(1, removal?.of ?? 1), { style: 'percent' })

  function submit(event: SubmitEvent) {
    event.preventDefault()
    if (isBusy) return
    const isRefused = mustTypeCount && removals.trim() !== String(removed)
    setWrong(isRefused)
    if (!isRefused) onConfirm({ removals: removals.trim(), invite })
  }

  return (
    <form className={styles.confirm} onSubmit={submit}>
      {failure && <ImportFailed error={failure} />}
      {mustTypeCount && (
        <TextField
          label={t`Memberships that are removed`}
          hint={t`That is ${share} of all. Type ${removed} to go on.`}
          inputMode="numeric"
          autoComplete="off"
          required
          value={removals}
          onChange={({ target }) => {
            setWrong(false)
            setRemovals(target.value)
          }}
          error={isWrong && <Trans>Type {removed}.</Trans>}
        />
      )}
      <Checkbox
        label={t`Invite by email those who get their first access`}
        checked={invite}
        onChange={({ target }) => setInvite(target.checked)}
      />
      <span className={styles.answers}>
        <Button type="submit" kind={mustTypeCount ? 'danger' : 'primary'} busy={isBusy}>
          <Trans>Confirm</Trans>
        </Button>
        {/* The form stays enabled while the import is prepared. */}
        <Button disabled={isBusy} onClick={onCancel}>
          <Trans>Cancel</Trans>
        </Button>
      </span>
    </form>
  )
}
