import { useLingui } from '@lingui/react'
import { Trans } from '@lingui/react/macro'
import type { ProjectMember } from '@lintel/contract/people/members'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '../../ui/button'
import { SkeletonRows } from '../../ui/skeleton-rows'
import { activityWords } from './activity-words'
import { activityOf } from './project-activity'
import styles from './recent-activity.module.css'

interface RecentActivityProps {
  project: string
  /** Who is known by a name. */
  members: readonly ProjectMember[]
}

/** So many events are shown before one asks for the others. */
const shownAtFirst = 5

/** What happened in the project lately, the latest first. */
export function RecentActivity({ project, members }: RecentActivityProps) {
  const { i18n } = useLingui()
  const [showsAll, setShowsAll] = useState(false)
  const { data, isPending } = useQuery(activityOf(project))
  const names = new Map(members.map(({ user, name }) => [user, name]))
  const nameOf = (email: string) => names.get(email) || email
  if (isPending) return <SkeletonRows rows={3} />
  if (!data)
    return (
      <p>
        <Trans>The recent activity cannot be shown.</Trans>
      </p>
    )
  if (data.length === 0)
    return (
      <p className={styles.none}>
        <Trans>Nothing has happened here yet.</Trans>
      </p>
    )
  const shown = showsAll ? data : data.slice(0, shownAtFirst)
  return (
    <>
      <ol className={styles.events}>
        {shown.map((event) => {
          const { sentence, details } = activityWords(event, i18n, nameOf)
          return (
            <li key={event.id} className={styles.event}>
              <time dateTime={event.occurredAt} className={styles.time}>
                {i18n.date(event.occurredAt, { dateStyle: 'medium', timeStyle: 'short' })}
              </time>
              <span>
                {sentence}
                {details.map((detail) => (
                  <span key={detail} className={styles.detail}>
                    {detail}
                  </span>
                ))}
              </span>
            </li>
          )
        })}
      </ol>
      {shown.length < data.length && (
        <Button kind="quiet" size="small" onClick={() => setShowsAll(true)}>
          <Trans>Show more</Trans>
        </Button>
      )}
    </>
  )
}
