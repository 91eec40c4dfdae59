import { type ReactNode, useId } from 'react'
import styles from './choice.module.css'
import { Fieldset } from './fieldset'

interface ChoiceProps<Value extends string> {
  label: ReactNode
  value: Value
  options: readonly { value: Value; label: ReactNode }[]
  onChoose(value: Value): void
}

/** One of a few options, all visible: radio buttons in the form of a bar. */
export function Choice<Value extends string>({ label, value, options, onChoose }: ChoiceProps<Value>) {
  const name = useId()
  return (
    <Fieldset legend={label}>
      <div className={styles.bar}>
        {options.map((option) => (
          <label key={option.value} className={styles.option}>
            <input
              type="radio"
              name={name}
              checked={option.value === value}
              onChange={() => onChoose(option.value)}
              className={styles.input}
            />
            {option.label}
          </label>
        ))}
      </div>
    </Fieldset>
  )
}
