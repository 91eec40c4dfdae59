import { Plural, Trans } from '@lingui/react/macro'
import type { Organization } from '@lintel/contract/people/organizations'
import { Highlight } from '../../ui/highlight'
import styles from './organizations-list.module.css'

interface OrganizationsListProps {
  organizations: readonly Organization[]
  /** What was searched for. */
  search: string
  onOpen(organization: Organization): void
}

/** So many are listed; whoever has more searches. */
const mostListed = 100

/** The organizations on a phone: one below the other, a tap edits. */
export function OrganizationsList({ organizations, search, onOpen }: OrganizationsListProps) {
  const { length: count } = organizations
  return (
    <div className={styles.list}>
      <ul>
        {organizations.slice(0, mostListed).map((organization) => {
          const { id, name, number, country, externalId } = organization
          return (
            <li key={id}>
              <button type="button" className={styles.organization} onClick={() => onOpen(organization)}>
                <span className={styles.name}>
                  <Highlight text={name} query={search} />
                </span>
                <span className={styles.detail}>{[number, country, externalId].filter(Boolean).join(' · ')}</span>
              </button>
            </li>
          )
        })}
      </ul>
      <p className={styles.more}>
        {count > mostListed ? (
          <Trans>
            The first {mostListed} of {count}. Search to find the others.
          </Trans>
        ) : (
          <Plural value={count} one="# organization" other="# organizations" />
        )}
      </p>
    </div>
  )
}
