import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { displayName } from '@lintel/contract/people/display-name'
import { endOf, type ProjectMember, projectMembers } from '@lintel/contract/people/members'
import { isStaff } from '@lintel/contract/people/permissions'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { typedDay } from '../../api/form/last-day'
import { LoadError } from '../../api/load-error'
import { usePages } from '../../api/use-pages'
import { actorOf, currentUser } from '../../session/current-user'
import { RemoveSecondFactor } from '../../shell/records/remove-second-factor'
import { Button } from '../../ui/button'
import { Menu } from '../../ui/menu'
import { Role } from '../../ui/role'
import { takeLostFocus } from '../../ui/take-lost-focus'
import styles from './project-members.module.css'

/** Members per page. */
const pageSize = 50

/** The members of a project, page by page. */
export function useMembers(project: string) {
  const { records, total, error, hasMore, isReading, readMore } = usePages(
    projectMembers,
    { filter: { project } },
    { size: pageSize },
  )
  return { records, total, error, hasMore, isReading, readMore }
}

interface ProjectMembersProps {
  /** Undefined until the first page is loaded. */
  records: readonly ProjectMember[] | undefined
  total: number | undefined
  /** Time zone of the project's customer, in which last days are shown. */
  timeZone: string
  error: Error | null
  hasMore: boolean
  isReading: boolean
  readMore(): void
}

/** The members of a project with their roles, and the support actions of staff. */
export function ProjectMembers(props: ProjectMembersProps) {
  const { records, total, timeZone, error, hasMore, isReading, readMore } = props
  const { t } = useLingui()
  const { data: user } = useQuery(currentUser)
  /** The index of the first member who was added by the last press; they take the focus of the button once it is gone. */
  const [firstAdded, setFirstAdded] = useState<number>()
  const [recoveringUser, setRecoveringUser] = useState<{ email: string; name: string }>()
  return (
    <>
      {total !== undefined && (
        <p className={styles.count}>
          <Plural value={total} one="# member" other="# members" />
        </p>
      )}
      <ul className={styles.members}>
        {(records ?? []).map((member, index) => {
          const { id, name, email, privilegeLevel } = member
          const end = endOf(member)
          const who = displayName({ name, email })
          return (
            <li key={id} className={styles.member} {...(index === firstAdded && { tabIndex: -1, ref: takeLostFocus })}>
              <span className={styles.who}>
                <span>{who}</span>
                {who !== email && <span className={styles.email}>{email}</span>}
              </span>
              {end && (
                <span className={styles.email}>
                  <Trans>End date: {typedDay(end, timeZone)}</Trans>
                </span>
              )}
              <Role level={privilegeLevel} />
              {user && isStaff(actorOf(user)) && (
                <Menu
                  label={t`More: ${who}`}
                  icon="dots"
                  items={[
                    {
                      key: 'remove-second-factor',
                      icon: 'key',
                      label: <Trans>Remove two-step verification</Trans>,
                      // People remove their own second factor with a recovery code.
                      disabled: email === user.email,
                      onChoose: () => setRecoveringUser({ email, name: who }),
                    },
                  ]}
                />
              )}
            </li>
          )
        })}
      </ul>
      {error ? (
        <LoadError error={error} what={t`Members`} />
      ) : (
        hasMore && (
          <span>
            <Button
              size="small"
              busy={isReading}
              onClick={() => {
                setFirstAdded(records?.length)
                readMore()
              }}
            >
              <Trans>Show more members</Trans>
            </Button>
          </span>
        )
      )}
      {recoveringUser && <RemoveSecondFactor user={recoveringUser} onClose={() => setRecoveringUser(undefined)} />}
    </>
  )
}
