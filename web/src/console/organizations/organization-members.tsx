import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { type Organization, organizationTitle } from '@lintel/contract/people/organizations'
import { ErrorScreen } from '../../shell/error-screen'
import { Button } from '../../ui/button'
import { Dialog } from '../../ui/dialog'
import { SkeletonRows } from '../../ui/skeleton-rows'
import { useMembersOf } from './members-of-organization'
import styles from './organization-members.module.css'

/** Who works for an organization. */
export function OrganizationMembers({ organization, onClose }: { organization: Organization; onClose(): void }) {
  const { t, i18n } = useLingui()
  const { data: members, error } = useMembersOf(organization.customer, organization.id, i18n.locale)
  const title = organizationTitle(organization)
  return (
    <Dialog label={t`Users of ${title}`} onClose={onClose}>
      <h2>{title}</h2>
      {error ? (
        <ErrorScreen error={error} />
      ) : !members ? (
        <SkeletonRows />
      ) : (
        <>
          <p className={styles.words}>
            <Plural
              value={members.length}
              _0="No user works for this organization. An organization is chosen where a user is edited."
              one="# user works for this organization"
              other="# users work for this organization"
            />
          </p>
          {members.length > 0 && (
            // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls can be scrolled by keyboard
            <ul className={styles.list} tabIndex={0} aria-label={t`Users of ${title}`}>
              {members.map(({ id, name, email, title: job }) => (
                <li key={id} className={styles.member}>
                  <span className={styles.name}>{name}</span>
                  <span className={styles.job}>{job}</span>
                  {email !== name && <span className={styles.email}>{email}</span>}
                </li>
              ))}
            </ul>
          )}
        </>
      )}
      <div className={styles.answers}>
        <Button onClick={onClose} data-autofocus>
          <Trans>Close</Trans>
        </Button>
      </div>
    </Dialog>
  )
}
