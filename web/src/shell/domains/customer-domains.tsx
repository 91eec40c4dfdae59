import { Trans, useLingui } from '@lingui/react/macro'
import { customerDomains } from '@lintel/contract/customers/domains'
import { Loaded } from '../../api/form/loaded'
import { useLiveRecords } from '../../api/use-live-records'
import { AddDomain } from './add-domain'
import styles from './customer-domains.module.css'
import { DomainRow } from './domain-row'

interface CustomerDomainsProps {
  customer: string
  /** Staff can bind a domain directly; everybody else verifies it by a DNS record. */
  isOfStaff: boolean
}

/** The email domains of a customer: their state and verification, adding and removing. */
export function CustomerDomains({ customer, isOfStaff }: CustomerDomainsProps) {
  const { t } = useLingui()
  const { data, error } = useLiveRecords(customerDomains, customer)
  return (
    <>
      <p className={styles.about}>
        <Trans>
          Directory imports and SCIM accept people of the verified domains alone, and providers that the customer allows
          vouch for their addresses.
        </Trans>
      </p>
      <Loaded data={data?.records} error={error} what={t`Domains`} rows={1}>
        {(records) =>
          records.length === 0 ? (
            <p className={styles.about}>
              <Trans>This customer has no domain yet.</Trans>
            </p>
          ) : (
            <ul className={styles.domains}>
              {records.map((each) => (
                <DomainRow key={each.id} domain={each} isOfStaff={isOfStaff} />
              ))}
            </ul>
          )
        }
      </Loaded>
      <AddDomain customer={customer} isOfStaff={isOfStaff} />
    </>
  )
}
