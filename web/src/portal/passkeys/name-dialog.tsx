import { useLingui } from '@lingui/react'
import { Trans, useLingui as useMacro } from '@lingui/react/macro'
import { type FormEvent, type ReactNode, useState } from 'react'
import { problemText } from '../../api/problem-text'
import { Button } from '../../ui/button'
import { Dialog } from '../../ui/dialog'
import { TextField } from '../../ui/field'
import { Notice } from '../../ui/notice'
import styles from '../sessions/sessions.module.css'

interface NameDialogProps {
  title: string
  action: ReactNode
  /** The name that it has, or begins with. */
  name: string
  isBusy: boolean
  error: unknown
  onGive(name: string): void
  onClose(): void
}

/** Asks for the name of a passkey. */
export function NameDialog({ title, action, name, isBusy, error, onGive, onClose }: NameDialogProps) {
  const { i18n } = useLingui()
  const { t } = useMacro()
  const [isEmpty, setEmpty] = useState(false)
  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const given = String(new FormData(event.currentTarget).get('name')).trim()
    setEmpty(given === '')
    if (given !== '') onGive(given)
  }
  return (
    <Dialog label={title} onClose={onClose}>
      <h2>{title}</h2>
      <form onSubmit={submit} noValidate>
        <div className={styles.question}>
          {error != null && <Notice kind="problem" title={i18n._(problemText(error))} />}
          <TextField
            name="name"
            label={<Trans>Name</Trans>}
            hint={<Trans>For example the device that holds it.</Trans>}
            defaultValue={name}
            maxLength={60}
            error={isEmpty && t`Enter a name.`}
            autoFocus
            required
          />
        </div>
        <div className={styles.answers}>
          <Button onClick={onClose}>
            <Trans>Cancel</Trans>
          </Button>
          <Button type="submit" kind="primary" busy={isBusy}>
            {action}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
