import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { installation } from '../session/installation'
import { CopyField } from '../ui/copy-field'
import styles from './error-screen.module.css'

interface RequestIdFieldProps {
  requestId: string
  /** For a not-found screen: only people who should have access need help. */
  isNotFound?: boolean
}

/** The request's id for finding it in the log, to copy, and where to send it: the support, if there is one. */
export function RequestIdField({ requestId, isNotFound = false }: RequestIdFieldProps) {
  const { t } = useLingui()
  // Uses cached data only: after a failure, no further requests are sent.
  const { data: loadedInstallation } = useQuery({ ...installation, enabled: false })
  const { supportMail, supportChat } = loadedInstallation?.record ?? {}
  const isSupported = supportMail !== undefined || supportChat !== undefined
  return (
    <div className={styles.request}>
      <p>
        {isNotFound && isSupported && <Trans>If you should have access, send this request id to support.</Trans>}
        {isNotFound && !isSupported && (
          <Trans>If you should have access, send this request id to your administrator.</Trans>
        )}
        {!isNotFound && isSupported && <Trans>If it happens again, send this request id to support.</Trans>}
        {!isNotFound && !isSupported && <Trans>If it happens again, send this request id to your administrator.</Trans>}
      </p>
      <CopyField label={t`Request id`} value={requestId} />
    </div>
  )
}
