import { Plural, Trans, useLingui } from '@lingui/react/macro'
import type { DeletionEffects } from '@lintel/contract/people/deletion-effects'
import type { ReactNode } from 'react'
import styles from './delete-user.module.css'

/** What deleting the account affects: projects and customers that lose their only owner or administrator, and memberships. */
export function Effects({ effects }: { effects: DeletionEffects }) {
  const { t } = useLingui()
  const { ownedProjectsTotal, deletedProjectsTotal, soleAdministratorOf, otherMemberships } = effects
  const projects = ownedProjectsTotal + deletedProjectsTotal
  return (
    <section className={styles.effects} aria-labelledby="effects">
      <h2 id="effects" className={styles.heading}>
        <Trans>What it would affect</Trans>
      </h2>
      {projects === 0 && soleAdministratorOf.length === 0 && otherMemberships === 0 && (
        <p>
          <Trans>Nothing but your own account.</Trans>
        </p>
      )}
      {ownedProjectsTotal > 0 && <OwnedProjects effects={effects} />}
      {deletedProjectsTotal > 0 && <DeletedProjects effects={effects} />}
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

/** Projects that need another owner. */
const OwnedProjects = ({ effects: { ownedProjects, ownedProjectsTotal } }: { effects: DeletionEffects }) => (
  <>
    <p>
      <Plural
        value={ownedProjectsTotal}
        one="# project has you as its owner:"
        other="# projects have you as their owner:"
      />
    </p>
    <Projects
      total={ownedProjectsTotal}
      listed={ownedProjects}
      lineOf={({ name, otherMembers, hasOtherAdministrator }) => (
        <>
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
        </>
      )}
    />
  </>
)

/** Deleted projects, which keep the account from being closed until they are removed for good. */
function DeletedProjects({ effects: { deletedProjects, deletedProjectsTotal } }: { effects: DeletionEffects }) {
  const { t, i18n } = useLingui()
  return (
    <>
      <p>
        <Plural
          value={deletedProjectsTotal}
          one="You own # deleted project, which has to be removed for good, or restored and handed over, first:"
          other="You own # deleted projects, which have to be removed for good, or restored and handed over, first:"
        />
      </p>
      <Projects
        total={deletedProjectsTotal}
        listed={deletedProjects}
        lineOf={({ name, purgedAt }) => {
          const day = purgedAt && i18n.date(purgedAt, { dateStyle: 'long' })
          return <span className={styles.name}>{day ? t`${name}, removed for good on ${day}` : name}</span>
        }}
      />
    </>
  )
}

interface ProjectsProps<Project> {
  /** How many there are; not all of them may be listed. */
  total: number
  listed: readonly Project[]
  lineOf(project: Project): ReactNode
}

/** A line for each project, and how many more there are. */
function Projects<Project extends { id: string }>({ total, listed, lineOf }: ProjectsProps<Project>) {
  const more = total - listed.length
  return (
    <ul className={styles.list}>
      {listed.map((project) => (
        <li key={project.id}>{lineOf(project)}</li>
      ))}
      {more > 0 && (
        <li className={styles.detail}>
          <Plural value={more} one="and # more" other="and # more" />
        </li>
      )}
    </ul>
  )
}
