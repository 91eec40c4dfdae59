import { Plural, Trans, useLingui } from '@lingui/react/macro'
import type { Organization } from '@lintel/contract/people/organizations'
import { RowCheckbox } from '../../ui/checkbox'
import { Highlight } from '../../ui/highlight'
import styles from './organizations-list.module.css'

interface OrganizationsListProps {
  organizations: readonly Organization[]
  /** What was searched for. */
  search: string
  /** Ids of the selected ones. */
  selected: ReadonlySet<string>
  onSelect(selected: ReadonlySet<string>): void
  onOpen(organization: Organization): void
}

/** So many are listed; whoever has more searches. */
const mostListed = 100

/** The organizations on a phone: one below the other, a tap edits. */
export function OrganizationsList({ organizations, search, selected, onSelect, onOpen }: OrganizationsListProps) {
  const { t, i18n } = useLingui()
  const count = i18n.number(organizations.length)

  function check(id: string) {
    const next = new Set(selected)
    if (!next.delete(id)) next.add(id)
    onSelect(next)
  }

  return (
    <div className={styles.list}>
      <ul>
        {organizations.slice(0, mostListed).map((organization) => {
          const { id, name, number, country, externalId } = organization
          return (
            <li key={id} className={styles.row}>
              <RowCheckbox checked={selected.has(id)} onChange={() => check(id)} label={t`Select ${name}`} />
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
        {organizations.length > mostListed ? (
          <Trans>
            The first {mostListed} of {count}. Search to find the others.
          </Trans>
        ) : (
          <Plural value={organizations.length} one="# organization" other="# organizations" />
        )}
      </p>
    </div>
  )
}
