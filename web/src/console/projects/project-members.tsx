import { useLingui } from '@lingui/react'
import { Plural, Trans, useLingui as useMacro } from '@lingui/react/macro'
import { type ProjectMember, projectMembers } from '@lintel/contract/people/members'
import { Failed } from '../../api/failed'
import { usePages } from '../../api/use-pages'
import { Button } from '../../ui/button'
import { Role } from '../../ui/role'
import styles from './project-members.module.css'

/** Members of one page. */
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
  /** Undefined before the first page is there. */
  records: readonly ProjectMember[] | undefined
  total: number | undefined
  /** Of the project's customer: last days are days of it. */
  timeZone: string
  error: Error | null
  hasMore: boolean
  isReading: boolean
  readMore(): void
}

/** Who is in a project, and with which role. */
export function ProjectMembers(props: ProjectMembersProps) {
  const { records, total, timeZone, error, hasMore, isReading, readMore } = props
  const { i18n } = useLingui()
  const { t } = useMacro()
  return (
    <>
      {total !== undefined && (
        <p className={styles.count}>
          <Plural value={total} one="# member" other="# members" />
        </p>
      )}
      <ul className={styles.members}>
        {(records ?? []).map(({ id, name, email, privilegeLevel, expirationDate, accessUntil }) => {
          const end = expirationDate ?? accessUntil
          return (
            <li key={id} className={styles.member}>
              <span className={styles.who}>
                <span>{name || email}</span>
                {name !== '' && name !== email && <span className={styles.email}>{email}</span>}
              </span>
              {end && (
                <span className={styles.email}>
                  <Trans>until {i18n.date(new Date(end), { dateStyle: 'medium', timeZone })}</Trans>
                </span>
              )}
              <Role level={privilegeLevel} />
            </li>
          )
        })}
      </ul>
      {error ? (
        <Failed error={error} what={t`Members`} />
      ) : (
        hasMore && (
          <span>
            <Button size="small" busy={isReading} onClick={readMore}>
              <Trans>Show more members</Trans>
            </Button>
          </span>
        )
      )}
    </>
  )
}
