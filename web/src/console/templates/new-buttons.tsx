import { Trans } from '@lingui/react/macro'
import { useId } from 'react'
import { Button } from '../../ui/button'
import { ConsoleIcon } from '../../ui/console-icon'
import styles from './templates.module.css'

interface NewButtonsProps {
  /** Undefined where there is no active customer to create them for. */
  onNew?: { template(): void; library(): void }
  /** A library is a project: its button is absent where the person may not create projects. */
  mayCreateProject: boolean
}

/** The buttons for a new template and a new library; disabled with an explanation where there is no active customer. */
export function NewButtons({ onNew, mayCreateProject }: NewButtonsProps) {
  const why = useId()
  const shared = { size: 'small', disabled: !onNew, ...(!onNew && { 'aria-describedby': why }) } as const
  return (
    <>
      {!onNew && (
        <span id={why} className={styles.why}>
          <Trans>Choose a customer that is open to you first.</Trans>
        </span>
      )}
      {mayCreateProject && (
        <Button {...shared} onClick={onNew?.library}>
          <ConsoleIcon name="add" size={16} />
          <Trans>New library</Trans>
        </Button>
      )}
      <Button {...shared} kind="primary" onClick={onNew?.template}>
        <ConsoleIcon name="add" size={16} />
        <Trans>New template</Trans>
      </Button>
    </>
  )
}
