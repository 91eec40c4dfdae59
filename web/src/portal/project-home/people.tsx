import { Trans, useLingui } from '@lingui/react/macro'
import type { ProjectMember } from '@lintel/contract/people/members'
import { useState } from 'react'
import { Button } from '../../ui/button'
import { Role } from '../../ui/role'
import styles from './people.module.css'
import { peopleByRole, type RoleGroup } from './people-by-role'

/** So many of a role are shown before one asks for all. */
const shownAtFirst = 8

/** Everybody in the project, by role. */
export function People({ members }: { members: readonly ProjectMember[] }) {
  const { i18n } = useLingui()
  return peopleByRole(members, i18n.locale).map((group) => <RoleOfPeople key={group.level} {...group} />)
}

function RoleOfPeople({ level, members }: RoleGroup) {
  const { i18n } = useLingui()
  const [showsAll, setShowsAll] = useState(false)
  const shown = showsAll ? members : members.slice(0, shownAtFirst)
  const count = i18n.number(members.length)
  return (
    <section className={styles.group}>
      <h3 className={styles.role}>
        <Role level={level} />
        <span className={styles.count}>{count}</span>
      </h3>
      <div>
        <ul className={styles.list}>
          {shown.map(({ id, name, email, organization }) => (
            <li key={id} className={styles.person}>
              <span className={styles.name}>{name || email}</span>
              <span className={styles.detail}>{organization}</span>
              <span className={styles.detail}>{name ? email : ''}</span>
            </li>
          ))}
        </ul>
        {shown.length < members.length && (
          <Button kind="quiet" size="small" onClick={() => setShowsAll(true)}>
            <Trans>Show all {count}</Trans>
          </Button>
        )}
      </div>
    </section>
  )
}
