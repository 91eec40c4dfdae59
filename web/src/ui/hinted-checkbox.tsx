import { type ComponentProps, type ReactNode, useId } from 'react'
import { Checkbox } from './checkbox'
import styles from './hinted-checkbox.module.css'

/** A checkbox with what it means below its words; without a hint it is the checkbox alone. Apart, since the sign-in page needs none. */
export function HintedCheckbox({ hint, ...checkbox }: ComponentProps<typeof Checkbox> & { hint?: ReactNode }) {
  const id = useId()
  if (!hint) return <Checkbox {...checkbox} />
  return (
    <div>
      <Checkbox aria-describedby={id} {...checkbox} />
      <div id={id} className={styles.hint}>
        {hint}
      </div>
    </div>
  )
}
