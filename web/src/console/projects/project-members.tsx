import { useLingui } from '@lingui/react'
import { Plural, Trans } from '@lingui/react/macro'
import { type ProjectMember, projectMembers } from '@lintel/contract/people/members'
import { usePages } from '../../api/use-pages'
import { Button } from '../../ui/button'
import { Role } from '../../ui/role'
import styles from './project-members.module.css'

/** Members of one page. */
const pageSize = 50

/** The members of a project, page by page. */
export function useMembers(project: string) {
  const {
    records = [],
    total,
    hasMore,
    isReading,
    readMore,
  } = usePages(projectMembers, { filter: { project } }, { size: pageSize })
  return { records, total, hasMore, isReading, readMore }
}

interface ProjectMembersProps {
  records: readonly ProjectMember[]
  total: number | undefined
  hasMore: boolean
  isReading: boolean
  readMore(): void
}

/** Who is in a project, and with which role. */
export function ProjectMembers({ records, total, hasMore, isReading, readMore }: ProjectMembersProps) {
  const { i18n } = useLingui()
  return (
    <>
      {total !== undefined && (
        <p className={styles.count}>
          <Plural value={total} one="# member" other="# members" />
        </p>
      )}
      <ul className={styles.members}>
        {records.map(({ id, name, email, privilegeLevel, expirationDate }) => (
          <li key={id} className={styles.member}>
            <span className={styles.who}>
              <span>{name || email}</span>
              {name !== '' && name !== email && <span className={styles.email}>{email}</span>}
            </span>
            {expirationDate && (
              <span className={styles.email}>
                <Trans>until {i18n.date(new Date(expirationDate), { dateStyle: 'medium' })}</Trans>
              </span>
            )}
            <Role level={privilegeLevel} />
          </li>
        ))}
      </ul>
      {hasMore && (
        <span>
          <Button size="small" busy={isReading} onClick={readMore}>
            <Trans>Show more members</Trans>
          </Button>
        </span>
      )}
    </>
  )
}
