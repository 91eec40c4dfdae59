import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { Button } from '../../ui/button'
import { CopyField } from '../../ui/copy-field'
import { Dialog } from '../../ui/dialog'
import styles from './shown-once.module.css'

interface ShownOnceProps {
  title: string
  /** Names the secret, and the secret itself. */
  label: string
  value: string
  /** Says that it is shown this once, and what whoever has it can do. */
  children: ReactNode
  onClose(): void
}

/** A secret that was made, shown this once to be copied. */
export const ShownOnce = ({ title, label, value, children, onClose }: ShownOnceProps) => (
  <Dialog label={title} onClose={onClose}>
    <h2>{title}</h2>
    <div className={styles.shown}>
      <p>{children}</p>
      <CopyField label={label} value={value} />
    </div>
    <div className={styles.answers}>
      <Button kind="primary" onClick={onClose}>
        <Trans>Done</Trans>
      </Button>
    </div>
  </Dialog>
)
