import { Trans, useLingui } from '@lingui/react/macro'
import { type KeyboardEvent, type MouseEvent, useId, useRef } from 'react'
import { Button } from '../../ui/button'
import { isComposing } from '../../ui/composing'
import { TextField } from '../../ui/field'
import { Fieldset } from '../../ui/fieldset'
import { Icon } from '../../ui/icon'
import styles from './emails-field.module.css'
import { useEmailToAdd } from './use-email-to-add'

interface EmailsFieldProps {
  /** A plain text: the legend of the list. */
  label: string
  value: readonly string[]
  /** Suggestions while typing. */
  proposed?: readonly string[]
  error?: string | undefined
  hint?: string | undefined
  /** A remark shown beside an address. */
  mark?(email: string): string | undefined
  onChange(value: readonly string[]): void
  /** Called with whether the field has an address that is not added yet. */
  onTyping(isTyping: boolean): void
}

/** A list of email addresses; typed ones are added by Enter, by the button and with the form. */
export function EmailsField({ label, value, proposed = [], error, hint, mark, onChange, onTyping }: EmailsFieldProps) {
  const { t } = useLingui()
  const list = useId()
  const field = useRef<HTMLInputElement>(null)
  const { typed, isWrong, type, add } = useEmailToAdd({ field, value, onChange, onTyping })

  function addByKey(event: KeyboardEvent) {
    if (event.key !== 'Enter' || typed === '' || isComposing(event)) return
    event.preventDefault()
    add()
  }

  /** The focused button is removed with its address, so the focus moves to the next address or the input. */
  function remove(email: string, { currentTarget }: MouseEvent) {
    const next = currentTarget.closest('li')?.nextElementSibling?.querySelector('button')
    ;(next ?? field.current)?.focus()
    onChange(value.filter((other) => other !== email))
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
                onClick={(event) => remove(each, event)}
              >
                <Icon name="close" size={16} />
              </button>
            </li>
          ))}
        </ul>
      )}
      <div className={styles.add}>
        <TextField
          ref={field}
          label={t`Email to add`}
          value={typed}
          list={list}
          inputMode="email"
          autoComplete="off"
          error={isWrong ? t`This is not a valid email address.` : error}
          hint={hint}
          onChange={({ target }) => type(target.value)}
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
