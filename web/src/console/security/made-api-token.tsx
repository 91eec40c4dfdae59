import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '../../ui/button'
import { CopyField } from '../../ui/copy-field'
import { Dialog } from '../../ui/dialog'
import styles from './security.module.css'

/** A token that was made, shown this once. */
export function MadeApiToken({ token, onClose }: { token: string; onClose(): void }) {
  const { t } = useLingui()
  return (
    <Dialog label={t`Copy the token now`} onClose={onClose}>
      <h2>{t`Copy the token now`}</h2>
      <div className={styles.shown}>
        <p>
          <Trans>It is shown this once. Whoever has it can do what it may do.</Trans>
        </p>
        <CopyField label={t`Token`} value={token} />
      </div>
      <div className={styles.answers}>
        <Button kind="primary" onClick={onClose}>
          <Trans>Done</Trans>
        </Button>
      </div>
    </Dialog>
  )
}
