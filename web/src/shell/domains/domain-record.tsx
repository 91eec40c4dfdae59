import { Trans, useLingui } from '@lingui/react/macro'
import {
  type CustomerDomain,
  checkCustomerDomain,
  customerDomains,
  type DomainCheck,
} from '@lintel/contract/customers/domains'
import { useState } from 'react'
import { callApi } from '../../api/call-api'
import { useSave } from '../../api/use-save'
import { Button } from '../../ui/button'
import { CopyField } from '../../ui/copy-field'
import { showToast } from '../../ui/toast'
import styles from './customer-domains.module.css'
import { DomainCheckResult } from './domain-check-result'

/** Checks a domain's DNS record: pending until the domain has been refetched, which then has another version. */
export function useDomainCheck({ id, domain }: CustomerDomain) {
  const { t } = useLingui()
  const [result, setResult] = useState<DomainCheck>()
  const { mutate, isPending } = useSave<void, DomainCheck>({
    work: () => callApi(checkCustomerDomain, { parameters: { id } }),
    invalidates: [customerDomains],
    onSaved(answer) {
      setResult(answer.outcome === 'found' ? undefined : answer)
      if (answer.outcome === 'found') showToast({ kind: 'done', text: t`${domain} is verified.` })
    },
  })
  return {
    /** The result of a failed check. */
    result,
    isPending,
    begin() {
      setResult(undefined)
      mutate()
    },
  }
}

interface DomainRecordProps {
  domain: string
  record: string
  /** Whether to show the instructions for setting the record. */
  isShown: boolean
  check: ReturnType<typeof useDomainCheck>
  /** The domain is being removed. */
  isRemoving: boolean
}

/** The DNS record that verifies a domain, with instructions and a check on demand. */
export function DomainRecord({ domain, record, isShown, check, isRemoving }: DomainRecordProps) {
  const { t } = useLingui()
  return (
    <div className={styles.record}>
      {isShown && (
        <>
          <p>
            <Trans>
              Where the DNS of {domain} is managed, add a record of the type TXT with this host and this value, and
              check it afterwards. A new record can take some hours to be seen everywhere. Leave it there: it is looked
              for every day.
            </Trans>
          </p>
          <div className={styles.copied}>
            <span className={styles.label}>
              <Trans>Host (some services write @ for it)</Trans>
            </span>
            <CopyField label={t`Host of the record for ${domain}`} value={domain} />
          </div>
          <div className={styles.copied}>
            <span className={styles.label}>
              <Trans>Value</Trans>
            </span>
            <CopyField label={t`Value of the record for ${domain}`} value={record} />
          </div>
        </>
      )}
      <p>
        <Button
          size="small"
          busy={check.isPending}
          aria-label={t`Check now: ${domain}`}
          disabled={isRemoving}
          onClick={check.begin}
        >
          <Trans>Check now</Trans>
        </Button>
      </p>
      <div role="status">{check.result && <DomainCheckResult domain={domain} result={check.result} />}</div>
    </div>
  )
}
