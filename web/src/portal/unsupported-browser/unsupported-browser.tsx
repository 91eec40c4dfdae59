import { Trans, useLingui } from '@lingui/react/macro'
import { AuthLayout } from '../../ui/auth-layout'
import { Button, buttonClass } from '../../ui/button'
import { CopyField } from '../../ui/copy-field'
import { Mark } from '../../ui/mark'
import { supportedBrowser } from './supported-browser'
import styles from './unsupported-browser.module.css'

interface UnsupportedBrowserProps {
  /** The requested address, to be opened in the supported browser. */
  address: string
  onContinue(): void
}

/** Warns that this browser is not supported; the user decides whether to continue. */
export function UnsupportedBrowser({ address, onContinue }: UnsupportedBrowserProps) {
  const { t } = useLingui()
  const { name, downloadFrom } = supportedBrowser
  return (
    <AuthLayout>
      <title>{`${t`Unsupported browser`} · Lintel`}</title>
      <header className={styles.brand}>
        <Mark size={28} />
        <span>Lintel</span>
      </header>
      <div className={styles.words}>
        <h1>
          <Trans>This browser is not supported</Trans>
        </h1>
        <p>
          <Trans>Lintel is made for {name}. In this browser, parts of it may look wrong or not work.</Trans>
        </p>
      </div>
      <div className={styles.part}>
        <p className={styles.label}>
          <Trans>Copy this address and open it in {name}</Trans>
        </p>
        <CopyField label={t`Address of this page`} value={address} />
      </div>
      <div className={styles.actions}>
        <a href={downloadFrom} className={buttonClass({ kind: 'primary', wide: true })} rel="noreferrer">
          <Trans>Download {name}</Trans>
        </a>
        <Button wide onClick={onContinue}>
          <Trans>Continue anyway</Trans>
        </Button>
      </div>
    </AuthLayout>
  )
}
