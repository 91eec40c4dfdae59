import { Plural, Trans } from '@lingui/react/macro'
import type { DomainCheck } from '@lintel/contract/customers/domains'
import { Notice } from '../../ui/notice'
import styles from './customer-domains.module.css'

/** Explains a failed check of a domain's record: what was found, and what is expected. */
export function DomainCheckResult({ domain, result }: { domain: string; result: DomainCheck }) {
  const { outcome, found, others, expected } = result
  if (outcome === 'unanswered')
    return (
      <Notice title={<Trans>The DNS of {domain} did not answer</Trans>}>
        <p>
          <Trans>That says nothing about the record. Try again later.</Trans>
        </p>
      </Notice>
    )
  return (
    <Notice title={<Trans>The record was not found</Trans>}>
      {found.length > 0 ? (
        <>
          <p>
            <Trans>{domain} has this instead:</Trans>
          </p>
          <ul className={styles.values}>
            {found.map((value) => (
              <li key={value}>{value}</li>
            ))}
          </ul>
        </>
      ) : (
        <p>
          {others === 0 ? (
            <Trans>{domain} has no TXT record at all.</Trans>
          ) : (
            <Plural
              value={others}
              one="There is # TXT record, and it is for something else."
              other="There are # TXT records, all of them for something else."
            />
          )}
        </p>
      )}
      <p>
        <Trans>This is what should be there:</Trans>
      </p>
      <ul className={styles.values}>
        <li>{expected}</li>
      </ul>
    </Notice>
  )
}
