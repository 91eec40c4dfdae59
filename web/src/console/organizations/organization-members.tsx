import { useLingui as useI18n } from '@lingui/react'
import { Plural, useLingui } from '@lingui/react/macro'
import { type CustomerUserProfile, customerUserProfiles } from '@lintel/contract/people/customer-user-profiles'
import { displayName } from '@lintel/contract/people/display-name'
import { type Organization, organizationTitle } from '@lintel/contract/people/organizations'
import { useQuery } from '@tanstack/react-query'
import { all, type IncludedRecord } from '../../api/resource'
import { ListDialog } from '../../shell/records/list-dialog'
import { comparerOf } from '../../ui/compare-texts'
import styles from './organization-members.module.css'

/** The people who work for an organization. */
export function OrganizationMembers({ organization, onClose }: { organization: Organization; onClose(): void }) {
  const { t } = useLingui()
  const { data: members, error } = useMembersOf(organization)
  const title = organizationTitle(organization)
  return (
    <ListDialog
      title={t`Users of ${title}`}
      size="plain"
      items={members}
      error={error}
      empty={t`No user works for this organization. An organization is chosen where a user is edited.`}
      above={
        members && (
          <p className={styles.words}>
            <Plural
              value={members.length}
              one="# user works for this organization"
              other="# users work for this organization"
            />
          </p>
        )
      }
      onClose={onClose}
    >
      {(listed) => (
        <ul className={styles.list}>
          {listed.map(({ id, name, email, title: job }) => (
            <li key={id} className={styles.member}>
              <span className={styles.name}>{name}</span>
              <span className={styles.job}>{job}</span>
              {email !== name && <span className={styles.email}>{email}</span>}
            </li>
          ))}
        </ul>
      )}
    </ListDialog>
  )
}

/** The people who work for an organization, sorted by name in the reader's language. */
export function useMembersOf({ id, customer }: Organization) {
  const { i18n } = useI18n()
  return useQuery({
    ...all(customerUserProfiles, { filter: { customer, userOrganization: id }, include: ['user'] }),
    select: ({ records, included }) => membersOf(records, included, i18n.locale),
  })
}

export function membersOf(
  profiles: readonly CustomerUserProfile[],
  included: readonly IncludedRecord[],
  locale: string,
): { id: string; name: string; email: string; title: string }[] {
  const compare = comparerOf(locale)
  const accounts = new Map(included.filter(({ type }) => type === 'users').map((account) => [account.id, account]))
  return profiles
    .map(({ id, user, firstName, lastName, title }) => {
      const email = user ?? ''
      const account = accounts.get(email)
      // The customer's own profile is on top of the account, field by field (decision 277).
      const name = [firstName || account?.firstName, lastName || account?.lastName].filter(Boolean).join(' ')
      return { id, email, name: displayName({ name, email }), title: title ?? '' }
    })
    .sort((one, other) => compare(one.name, other.name))
}
