import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { installation } from '../session/installation'
import { CopyField } from '../ui/copy-field'
import styles from './error-screen.module.css'

interface RequestIdFieldProps {
  requestId: string
  /** Nothing was found, which may be right: only who should have access needs help. */
  isNotFound?: boolean
}

/** The id by which what happened is found in the log, to copy, and whom to send it to: the support, where there is one. */
export function RequestIdField({ requestId, isNotFound = false }: RequestIdFieldProps) {
  const { t } = useLingui()
  // What is known by now is enough: where something has failed, nothing more is asked for.
  const { data: here } = useQuery({ ...installation, enabled: false })
  const { supportMail, supportChat } = here?.record ?? {}
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
