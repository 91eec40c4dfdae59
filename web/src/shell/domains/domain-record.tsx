import { Trans, useLingui } from '@lingui/react/macro'
import {
  type CustomerDomain,
  checkCustomerDomain,
  customerDomains,
  type DomainCheck,
} from '@lintel/contract/customers/domains'
import { useState } from 'react'
import { ask } from '../../api/ask'
import { useSave } from '../../api/use-save'
import { Button } from '../../ui/button'
import { CopyField } from '../../ui/copy-field'
import { showToast } from '../../ui/toast'
import styles from './customer-domains.module.css'
import { DomainFound } from './domain-found'

/** A look for the record that proves a domain: pending until the domain is read again, which is another version by then. */
export function useDomainCheck({ id, domain }: CustomerDomain) {
  const { t } = useLingui()
  const [said, setSaid] = useState<DomainCheck>()
  const { mutate, isPending } = useSave<void, DomainCheck>({
    work: () => ask(checkCustomerDomain, { parameters: { id } }),
    touches: [customerDomains],
    onSaved(answer) {
      setSaid(answer.outcome === 'found' ? undefined : answer)
      if (answer.outcome === 'found') showToast({ kind: 'done', text: t`${domain} is verified.` })
    },
  })
  return {
    /** What was found otherwise than it has to be. */
    said,
    isPending,
    begin() {
      setSaid(undefined)
      mutate()
    },
  }
}

interface DomainRecordProps {
  domain: string
  record: string
  /** The record has to be set: how is told. */
  isShown: boolean
  check: ReturnType<typeof useDomainCheck>
  /** The domain is being removed. */
  isRemoving: boolean
}

/** The record that proves a domain, with what to do with it, and a look for it whenever somebody wants one. */
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
      <div role="status">{check.said && <DomainFound domain={domain} said={check.said} />}</div>
    </div>
  )
}
