import { Trans, useLingui } from '@lingui/react/macro'
import { checkCustomerDomain, customerDomains, type DomainCheck } from '@lintel/contract/customers/domains'
import { useState } from 'react'
import { ask } from '../../api/ask'
import { useSave } from '../../api/use-save'
import { Button } from '../../ui/button'
import { CopyField } from '../../ui/copy-field'
import { showToast } from '../../ui/toast'
import styles from './customer-domains.module.css'
import { DomainFound } from './domain-found'

interface DomainRecordProps {
  id: string
  domain: string
  record: string
  /** The record has to be set: how is told. */
  isShown: boolean
}

/** The record that proves a domain, with what to do with it, and a look for it whenever somebody wants one. */
export function DomainRecord({ id, domain, record, isShown }: DomainRecordProps) {
  const { t } = useLingui()
  const [said, setSaid] = useState<DomainCheck>()
  const check = useSave<void, DomainCheck>({
    work: () => ask(checkCustomerDomain, { parameters: { id } }),
    touches: [customerDomains],
    onSaved(answer) {
      setSaid(answer.outcome === 'found' ? undefined : answer)
      if (answer.outcome === 'found') showToast({ kind: 'done', text: t`${domain} is verified.` })
    },
  })
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
          onClick={() => {
            setSaid(undefined)
            check.mutate()
          }}
        >
          <Trans>Check now</Trans>
        </Button>
      </p>
      <div role="status">{said && <DomainFound domain={domain} said={said} />}</div>
    </div>
  )
}
