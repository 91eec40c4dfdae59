import { Trans, useLingui } from '@lingui/react/macro'
import { customerDomains } from '@lintel/contract/customers/domains'
import { Loaded } from '../../api/form/loaded'
import { useLiveRecords } from '../../api/use-live-records'
import { AddDomain } from './add-domain'
import styles from './customer-domains.module.css'
import { DomainRow } from './domain-row'

interface CustomerDomainsProps {
  customer: string
  /** The staff's word is enough; everybody else proves a domain by a record in its DNS. */
  isOfStaff: boolean
}

/** The email domains of a customer: what each is worth, how it is proved, and how one is added and removed. */
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
