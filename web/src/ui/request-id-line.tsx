import { Trans, useLingui } from '@lingui/react/macro'
import { Icon } from './icon'
import styles from './request-id-line.module.css'
import { useCopy } from './use-copy'

/** The id of a request in small type, with a button that copies it. */
export function RequestIdLine({ requestId }: { requestId: string }) {
  const { t } = useLingui()
  const { state, copy } = useCopy()
  const labels = { idle: t`Copy the request id`, copied: t`Copied`, refused: t`Select and copy it` }
  return (
    <div className={styles.line}>
      <span>
        <Trans>
          Request id: <code>{requestId}</code>
        </Trans>
      </span>
      <button
        type="button"
        className={styles.copy}
        aria-label={labels[state]}
        title={labels[state]}
        onClick={() => copy(requestId)}
      >
        <Icon name={state === 'copied' ? 'check' : 'copy'} size={14} />
      </button>
    </div>
  )
}
