import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { saveFile } from '../../api/download'
import { Button } from '../../ui/button'
import { Checkbox } from '../../ui/checkbox'
import { CopyButton } from '../../ui/copy-button'
import { Icon } from '../../ui/icon'
import { Notice } from '../../ui/notice'
import { recoveryCodesFile } from './recovery-codes-file'
import styles from './second-factor.module.css'

interface RecoveryCodesProps {
  codes: readonly string[]
  email: string
  onStored(): void
}

/** The recovery codes, shown once: copy, download or print them, and confirm that they are stored. */
export function RecoveryCodes({ codes, email, onStored }: RecoveryCodesProps) {
  const { t } = useLingui()
  const [isStored, setStored] = useState(false)
  const heading = t`Recovery codes for ${email} at Lintel`

  const download = () =>
    saveFile(new Blob([recoveryCodesFile(heading, codes)], { type: 'text/plain' }), 'lintel-recovery-codes.txt')

  return (
    <>
      <Notice>
        <p>
          <Trans>
            Each of these codes lets you sign in once without your app. They are shown only now: keep them in a safe
            place.
          </Trans>
        </p>
      </Notice>
      <ul className={styles.codes} aria-label={heading}>
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className={`${styles.tools} ${styles.noPaper}`}>
        <CopyButton text={codes.join('\n')}>
          <Trans>Copy</Trans>
        </CopyButton>
        <Button size="small" onClick={download}>
          <Icon name="download" size={16} />
          <Trans>Download</Trans>
        </Button>
        <Button size="small" onClick={() => print()}>
          <Icon name="printer" size={16} />
          <Trans>Print</Trans>
        </Button>
      </div>
      <form
        className={styles.noPaper}
        onSubmit={(event) => {
          event.preventDefault()
          if (isStored) onStored()
        }}
      >
        <Checkbox
          label={<Trans>I have kept the codes in a safe place</Trans>}
          checked={isStored}
          onChange={({ target }) => setStored(target.checked)}
        />
        <Button type="submit" kind="primary" wide disabled={!isStored}>
          <Trans>Continue</Trans>
        </Button>
      </form>
    </>
  )
}
