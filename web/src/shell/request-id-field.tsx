import { Trans, useLingui } from '@lingui/react/macro'
import { CopyField } from '../ui/copy-field'
import styles from './error-screen.module.css'

interface RequestIdFieldProps {
  requestId: string
  /** Nothing was found, which may be right: only who should have access needs the support. */
  isNotFound?: boolean
}

/** The id by which the support finds what happened, to copy. */
export function RequestIdField({ requestId, isNotFound = false }: RequestIdFieldProps) {
  const { t } = useLingui()
  return (
    <div className={styles.request}>
      <p>
        {isNotFound ? (
          <Trans>If you should have access, send this request id to the support.</Trans>
        ) : (
          <Trans>If it happens again, send this request id to the support.</Trans>
        )}
      </p>
      <CopyField label={t`Request id`} value={requestId} />
    </div>
  )
}
