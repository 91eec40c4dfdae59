import { Trans, useLingui } from '@lingui/react/macro'
import { emailPattern } from '@lintel/contract/jsonapi/email-pattern'
import { type KeyboardEvent, useId, useState } from 'react'
import { Button } from '../../ui/button'
import { TextField } from '../../ui/field'
import { Fieldset } from '../../ui/fieldset'
import { Icon } from '../../ui/icon'
import styles from './emails-field.module.css'

interface EmailsFieldProps {
  /** A plain text: the field in which one is typed is called after it. */
  label: string
  value: readonly string[]
  /** Addresses that are proposed while somebody types. */
  proposed?: readonly string[]
  error?: string | undefined
  hint?: string | undefined
  /** What is to be said of an address, beside it. */
  mark?(email: string): string | undefined
  onChange(value: readonly string[]): void
}

/** Addresses of people, one below the other; what is typed is added by Enter or the button beside it. */
export function EmailsField({ label, value, proposed = [], error, hint, mark, onChange }: EmailsFieldProps) {
  const { t } = useLingui()
  const list = useId()
  const [typed, setTyped] = useState('')
  const [isWrong, setWrong] = useState(false)
  const email = typed.trim().toLowerCase()

  function add() {
    if (email === '') return
    if (!emailPattern.test(email)) return setWrong(true)
    if (!value.includes(email)) onChange([...value, email])
    setTyped('')
  }

  function addByKey(event: KeyboardEvent) {
    if (event.key !== 'Enter' || typed === '') return
    event.preventDefault()
    add()
  }

  return (
    <Fieldset legend={label}>
      {value.length > 0 && (
        <ul className={styles.emails}>
          {value.map((each) => (
            <li key={each} className={styles.email}>
              <span className={styles.text}>
                {each}
                {mark?.(each) && <span className={styles.mark}> {mark(each)}</span>}
              </span>
              <button
                type="button"
                className={styles.remove}
                aria-label={t`Remove ${each}`}
                title={t`Remove ${each}`}
                onClick={() => onChange(value.filter((other) => other !== each))}
              >
                <Icon name="close" size={16} />
              </button>
            </li>
          ))}
        </ul>
      )}
      <div className={styles.add}>
        <TextField
          label={t`Email to add`}
          value={typed}
          list={list}
          inputMode="email"
          autoComplete="off"
          error={isWrong ? t`This is not a valid email address.` : error}
          hint={hint}
          onChange={({ target }) => {
            setTyped(target.value)
            setWrong(false)
          }}
          onKeyDown={addByKey}
        />
        <datalist id={list}>
          {proposed
            .filter((each) => !value.includes(each))
            .map((each) => (
              <option key={each} value={each} />
            ))}
        </datalist>
        <Button onClick={add}>
          <Trans>Add</Trans>
        </Button>
      </div>
    </Fieldset>
  )
}
