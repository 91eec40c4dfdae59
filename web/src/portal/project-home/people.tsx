import { Trans, useLingui } from '@lingui/react/macro'
import { displayName } from '@lintel/contract/people/display-name'
import { endOf, type ProjectMember } from '@lintel/contract/people/members'
import { type ReactNode, useState } from 'react'
import { typedDay } from '../../api/form/last-day'
import { Button } from '../../ui/button'
import { Role } from '../../ui/role'
import { takeLostFocus } from '../../ui/take-lost-focus'
import styles from './people.module.css'
import { peopleByRole, type RoleGroup } from './people-by-role'

/** Number of members per role before "Show all". */
const initialCount = 8

interface PeopleProps {
  members: readonly ProjectMember[]
  /** The time zone of the project's customer, to which end dates refer. */
  timeZone: string
  /** An action on a member; absent for users who may only read. */
  action?: ((member: ProjectMember) => ReactNode) | undefined
  /** A further line about a member. */
  note?: (member: ProjectMember) => ReactNode
}

/** All members of the project, by role. */
export function People({ members, ...props }: PeopleProps) {
  const { i18n } = useLingui()
  return peopleByRole(members, i18n.locale).map((group) => <RoleOfPeople key={group.level} {...props} {...group} />)
}

function RoleOfPeople({ level, members, timeZone, action, note }: RoleGroup & PeopleProps) {
  const { t, i18n } = useLingui()
  /** The first member who was added by "Show all"; they take the focus of the button. */
  const [firstAdded, setFirstAdded] = useState<string>()
  // Members with a note are always visible.
  const initial = members.filter((member, at) => at < initialCount || note?.(member))
  const visible = firstAdded !== undefined ? members : initial
  const count = i18n.number(members.length)
  const endText = (member: ProjectMember) => {
    const end = endOf(member)
    return action && end && t`End date: ${typedDay(end, timeZone)}`
  }
  return (
    <section className={styles.group}>
      <h3 className={styles.role}>
        <Role level={level} />
        <span className={styles.count}>{count}</span>
      </h3>
      <div>
        <ul className={styles.list}>
          {visible.map((member) => (
            <li
              key={member.id}
              className={styles.person}
              data-acts={action !== undefined || undefined}
              {...(member.id === firstAdded && { tabIndex: -1, ref: takeLostFocus })}
            >
              <span className={styles.name}>{displayName(member)}</span>
              <span className={styles.detail}>{member.organization}</span>
              <span className={styles.detail}>
                {[displayName(member) !== member.email && member.email, endText(member)].filter(Boolean).join(' · ')}
              </span>
              {action && <div className={styles.act}>{action(member)}</div>}
              <Note>{note?.(member)}</Note>
            </li>
          ))}
        </ul>
        {visible.length < members.length && (
          <Button
            kind="quiet"
            size="small"
            onClick={() => setFirstAdded(members.find((member) => !initial.includes(member))?.id)}
          >
            <Trans>Show all {count}</Trans>
          </Button>
        )}
      </div>
    </section>
  )
}

const Note = ({ children }: { children: ReactNode }) => children && <div className={styles.note}>{children}</div>
