import { useLingui } from '@lingui/react'
import { Trans, useLingui as useMacro } from '@lingui/react/macro'
import { readAuditState } from '@lintel/contract/settings/audit-log'
import { useQuery } from '@tanstack/react-query'
import { callApi } from '../../api/call-api'
import { LoadError } from '../../api/load-error'
import { Notice } from '../../ui/notice'
import styles from './audit-log.module.css'

/** Time up to which the hash chain of the audit log is verified to be unbroken. */
export function AuditStateLine({ customer }: { customer: string | undefined }) {
  const { i18n } = useLingui()
  const { t } = useMacro()
  const { data, error } = useQuery({
    queryKey: ['audit-state', customer],
    queryFn: ({ signal }) => callApi(readAuditState, { query: { customer }, signal }),
  })
  if (!data) return error && <LoadError error={error} what={t`Whether the audit log is as it was written`} />
  const [broken] = data.broken
  const sequence = broken && i18n.number(broken.sequence)
  const until =
    data.verifiedUntil && i18n.date(new Date(data.verifiedUntil), { dateStyle: 'medium', timeStyle: 'short' })
  return (
    <>
      {broken && (
        <Notice kind="problem" title={<Trans>The audit log is not as it was written</Trans>}>
          <Trans>
            Event {sequence} is the first that does not fit the one before it. Tell whoever runs the platform.
          </Trans>
        </Notice>
      )}
      {until && (
        <p className={styles.state}>
          <Trans>Verified up to {until}</Trans>
        </p>
      )}
    </>
  )
}
