import { Trans, useLingui } from '@lingui/react/macro'
import { buttonClass } from '../ui/button'
import { CopyField } from '../ui/copy-field'
import styles from './error-screen.module.css'
import { MessageScreen } from './message-screen'

/** Nothing is at this address, or nothing that this person may see: the two are not told apart. */
export function NotFoundScreen({ requestId }: { requestId?: string | undefined }) {
  const { t } = useLingui()
  return (
    <MessageScreen mark="404" title={<Trans>There is nothing here</Trans>}>
      <p>
        <Trans>
          The address is wrong, what was here has been deleted, or you have no access to it. If somebody sent you here,
          ask them to invite you.
        </Trans>
      </p>
      <div className={styles.ways}>
        <a href="/" className={buttonClass({ kind: 'primary' })}>
          <Trans>All projects</Trans>
        </a>
      </div>
      {requestId && (
        <div className={styles.request}>
          <p>
            <Trans>If you should have access, send this request id to the support.</Trans>
          </p>
          <CopyField label={t`Request id`} value={requestId} />
        </div>
      )}
    </MessageScreen>
  )
}
