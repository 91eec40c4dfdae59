import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { type CustomerDomain, lostAfterDays } from '@lintel/contract/customers/domains'
import { Button } from '../../ui/button'
import styles from './customer-domains.module.css'
import { DomainRecord, useDomainCheck } from './domain-record'
import { RemoveDomain } from './remove-domain'

/** One domain: its state, its last check, and how to verify it. */
export function DomainRow({ domain: each, isOfStaff }: { domain: CustomerDomain; isOfStaff: boolean }) {
  const { t, i18n } = useLingui()
  const { domain, state, txtRecord, checkedAt, missedDays } = each
  const states = { pending: t`to be verified`, verified: t`verified`, lost: t`verification lost` }
  // Shared, since both actions need the latest version of the domain.
  const check = useDomainCheck(each)
  const at = checkedAt && i18n.date(new Date(checkedAt), { dateStyle: 'medium', timeStyle: 'short' })
  const isMissing = state === 'verified' && missedDays > 0
  return (
    <li className={styles.domain} data-state={state} aria-label={domain}>
      <RemoveDomain domain={each} isOfStaff={isOfStaff}>
        {(ask, isRemoving) => (
          <>
            <div className={styles.head}>
              <span className={styles.name}>{domain}</span>
              <span className={styles.state}>{states[state]}</span>
              <Button
                size="small"
                kind="quiet"
                aria-label={isOfStaff ? t`Release ${domain}` : t`Remove ${domain}`}
                busy={isRemoving}
                disabled={check.isPending}
                onClick={ask}
              >
                {isOfStaff ? <Trans>Release</Trans> : <Trans>Remove</Trans>}
              </Button>
            </div>
            <p className={styles.detail}>
              {txtRecord === null ? (
                <Trans>Vouched for by the platform’s staff</Trans>
              ) : at === null ? (
                <Trans>Its record was not looked for yet.</Trans>
              ) : (
                <Trans>Its record was last looked for on {at}.</Trans>
              )}
            </p>
            {isMissing && (
              <p className={styles.warning}>
                {t`${plural(missedDays, {
                  one: 'The record has been missing for # day.',
                  other: 'The record has been missing for # days.',
                })} ${plural(lostAfterDays, { one: 'After # day the proof is lost.', other: 'After # days the proof is lost.' })}`}
              </p>
            )}
            {state === 'lost' && (
              <p className={styles.warning}>
                <Trans>
                  The record was gone for too long. Until it is found again, directory imports, SCIM and providers do
                  not accept addresses of this domain.
                </Trans>
              </p>
            )}
            {txtRecord !== null && (
              <DomainRecord
                {...{ domain, check, isRemoving }}
                record={txtRecord}
                isShown={state !== 'verified' || isMissing}
              />
            )}
          </>
        )}
      </RemoveDomain>
    </li>
  )
}
