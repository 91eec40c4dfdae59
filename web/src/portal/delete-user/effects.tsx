import { Plural, Trans, useLingui } from '@lingui/react/macro'
import type { DeletionEffects } from '@lintel/contract/people/deletion-effects'
import styles from './delete-user.module.css'

/** What deleting the account affects: projects and customers that lose their only owner or administrator, and memberships. */
export function Effects({ effects }: { effects: DeletionEffects }) {
  const { t } = useLingui()
  const { ownedProjects, ownedProjectsTotal, soleAdministratorOf, otherMemberships } = effects
  const more = ownedProjectsTotal - ownedProjects.length
  return (
    <section className={styles.effects} aria-labelledby="effects">
      <h2 id="effects" className={styles.heading}>
        <Trans>What it would affect</Trans>
      </h2>
      {ownedProjectsTotal === 0 && soleAdministratorOf.length === 0 && otherMemberships === 0 && (
        <p>
          <Trans>Nothing but your own account.</Trans>
        </p>
      )}
      {ownedProjectsTotal > 0 && (
        <>
          <p>
            <Plural
              value={ownedProjectsTotal}
              one="# project has you as its owner:"
              other="# projects have you as their owner:"
            />
          </p>
          <ul className={styles.list}>
            {ownedProjects.map(({ id, name, otherMembers, hasOtherAdministrator }) => (
              <li key={id}>
                <span className={styles.name}>{name}</span>
                <span className={styles.detail}>
                  <Plural value={otherMembers} _0="no other member" one="# other member" other="# other members" />
                  {otherMembers > 0 && !hasOtherAdministrator && (
                    <>
                      {' · '}
                      <Trans>nobody else administers it</Trans>
                    </>
                  )}
                </span>
              </li>
            ))}
            {more > 0 && (
              <li className={styles.detail}>
                <Plural value={more} one="and # more" other="and # more" />
              </li>
            )}
          </ul>
        </>
      )}
      {soleAdministratorOf.map(({ id, name }) => (
        <p key={id}>{t`${name} would be left without an administrator.`}</p>
      ))}
      {otherMemberships > 0 && (
        <p>
          <Plural
            value={otherMemberships}
            one="Your membership in # project of others would end."
            other="Your memberships in # projects of others would end."
          />
        </p>
      )}
    </section>
  )
}
