import { type ComponentProps, type ReactNode, useId } from 'react'
import { Checkbox } from './checkbox'
import styles from './hinted-checkbox.module.css'

/**
 * A checkbox with a hint below its label; without a hint the plain checkbox. A separate file, since the sign-in page
 * needs no hints.
 */
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
