import { useLingui } from '@lingui/react'
import { Trans, useLingui as useMacro } from '@lingui/react/macro'
import { type AuditState, readAuditState } from '@lintel/contract/settings/audit-log'
import { platformTenant } from '@lintel/contract/settings/events'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { callApi } from '../../api/call-api'
import { LoadError } from '../../api/load-error'
import { Notice } from '../../ui/notice'
import styles from './audit-log.module.css'

/** Time up to which the hash chains of the audit log are verified to be unbroken, and those that are broken. */
export function AuditStateLine({ customer }: { customer: string | undefined }) {
  const { i18n } = useLingui()
  const { t } = useMacro()
  const { data, error } = useQuery({
    queryKey: ['audit-state', customer],
    queryFn: ({ signal }) => callApi(readAuditState, { query: { customer }, signal }),
  })
  if (!data) return error && <LoadError error={error} what={t`Whether the audit log is as it was written`} />
  const until =
    data.verifiedUntil && i18n.date(new Date(data.verifiedUntil), { dateStyle: 'medium', timeStyle: 'short' })
  return (
    <>
      {data.broken.length > 0 && (
        <Notice kind="problem" title={<Trans>The audit log is not as it was written</Trans>}>
          <ul>
            {data.broken.map((chain) => (
              <BrokenChain key={chain.customer ?? platformTenant} chain={chain} />
            ))}
          </ul>
          <p>
            <Trans>Tell whoever runs the platform.</Trans>
          </p>
          {/* The selector lists neither the platform nor deleted customers. */}
          {customer !== undefined && data.broken.some(({ customerName }) => customerName === null) && (
            <p>
              <Link to="/audit" search={{}}>
                <Trans>Show the log of all customers</Trans>
              </Link>
            </p>
          )}
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

/** A broken chain: whose it is, leading to all of its events, and where it is broken. */
function BrokenChain({ chain }: { chain: AuditState['broken'][number] }) {
  const { i18n } = useLingui()
  const { t } = useMacro()
  const { customer, customerName } = chain
  const name = customerName ?? (customer === null ? t`The platform` : t`A deleted customer`)
  const sequence = i18n.number(chain.sequence)
  return (
    <li>
      <Trans>
        <Link to="/audit" search={{ customer: customer ?? platformTenant, everyday: true }}>
          {name}
        </Link>
        : event {sequence} is the first that does not fit the one before it.
      </Trans>
    </li>
  )
}
