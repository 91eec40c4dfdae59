import { Trans } from '@lingui/react/macro'
import { useId } from 'react'
import { Button } from '../../ui/button'
import { Drawing } from '../../ui/drawing'
import styles from './templates.module.css'

interface NewOnesProps {
  /** Left out where there is no active customer to make them for. */
  onNew?: { template(): void; library(): void }
}

/** The buttons for a new template and a new library; without an active customer at rest, and saying why. */
export function NewOnes({ onNew }: NewOnesProps) {
  const why = useId()
  const shared = { size: 'small', disabled: !onNew, ...(!onNew && { 'aria-describedby': why }) } as const
  return (
    <>
      {!onNew && (
        <span id={why} className={styles.why}>
          <Trans>Choose a customer that is open to you first.</Trans>
        </span>
      )}
      <Button {...shared} onClick={onNew?.library}>
        <Drawing name="add" size={16} />
        <Trans>New library</Trans>
      </Button>
      <Button {...shared} kind="primary" onClick={onNew?.template}>
        <Drawing name="add" size={16} />
        <Trans>New template</Trans>
      </Button>
    </>
  )
}
