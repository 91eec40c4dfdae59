import { Trans, useLingui } from '@lingui/react/macro'
import type { ProjectMember } from '@lintel/contract/people/members'
import { type ReactNode, useState } from 'react'
import { Button } from '../../ui/button'
import { Role } from '../../ui/role'
import styles from './people.module.css'
import { peopleByRole, type RoleGroup } from './people-by-role'

/** So many of a role are shown before one asks for all. */
const shownAtFirst = 8

interface PeopleProps {
  members: readonly ProjectMember[]
  /** Of the project's customer: end dates are days of it. */
  timeZone: string
  /** What the reader can do about a member; left out for those who only read. */
  action?: ((member: ProjectMember) => ReactNode) | undefined
  /** What else there is to say of a member, in a line of its own. */
  note?: (member: ProjectMember) => ReactNode
}

/** Everybody in the project, by role. */
export function People({ members, ...shown }: PeopleProps) {
  const { i18n } = useLingui()
  return peopleByRole(members, i18n.locale).map((group) => <RoleOfPeople key={group.level} {...shown} {...group} />)
}

function RoleOfPeople({ level, members, timeZone, action, note }: RoleGroup & PeopleProps) {
  const { t, i18n } = useLingui()
  const [showsAll, setShowsAll] = useState(false)
  // Those of whom there is something to say are not looked for.
  const shown = showsAll ? members : members.filter((member, at) => at < shownAtFirst || note?.(member))
  const count = i18n.number(members.length)
  const endOf = ({ expirationDate, accessUntil }: ProjectMember) => {
    const end = expirationDate ?? accessUntil
    return action && end && t`until ${i18n.date(new Date(end), { dateStyle: 'medium', timeZone })}`
  }
  return (
    <section className={styles.group}>
      <h3 className={styles.role}>
        <Role level={level} />
        <span className={styles.count}>{count}</span>
      </h3>
      <div>
        <ul className={styles.list}>
          {shown.map((member) => (
            <li key={member.id} className={styles.person} data-acts={action !== undefined || undefined}>
              <span className={styles.name}>{member.name || member.email}</span>
              <span className={styles.detail}>{member.organization}</span>
              <span className={styles.detail}>
                {[member.name && member.email, endOf(member)].filter(Boolean).join(' · ')}
              </span>
              {action && <div className={styles.act}>{action(member)}</div>}
              <Note>{note?.(member)}</Note>
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

const Note = ({ children }: { children: ReactNode }) => children && <div className={styles.note}>{children}</div>
