import { useLingui } from '@lingui/react'
import { Trans, useLingui as useMacro } from '@lingui/react/macro'
import type { ProjectMember } from '@lintel/contract/people/members'
import type { ProjectActivity } from '@lintel/contract/projects/project-activity'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Loaded } from '../../api/form/loaded'
import { Button } from '../../ui/button'
import { takeLostFocus } from '../../ui/take-lost-focus'
import { describeActivity } from './describe-activity'
import { activityOf } from './project-activity'
import styles from './recent-activity.module.css'

interface RecentActivityProps {
  project: string
  /** Provides the names of the users. */
  members: readonly ProjectMember[]
}

/** Number of events before "Show more". */
const initialCount = 5

/** The latest activity of the project, the latest first. */
export function RecentActivity({ project, members }: RecentActivityProps) {
  const { t } = useMacro()
  const { data, error } = useQuery(activityOf(project))
  return (
    <Loaded data={data} error={error} what={t`Recent activity`} rows={3}>
      {(events) =>
        events.length === 0 ? (
          <p className={styles.none}>
            <Trans>Nothing has happened here yet.</Trans>
          </p>
        ) : (
          <Events events={events} members={members} />
        )
      }
    </Loaded>
  )
}

function Events({ events, members }: { events: readonly ProjectActivity[]; members: readonly ProjectMember[] }) {
  const { i18n } = useLingui()
  /** The first event that was added by "Show more"; it takes the focus of the button. */
  const [firstAdded, setFirstAdded] = useState<string>()
  const names = new Map(members.map(({ user, name }) => [user, name]))
  const nameOf = (email: string) => names.get(email) || email
  const visible = firstAdded !== undefined ? events : events.slice(0, initialCount)
  return (
    <>
      <ol className={styles.events}>
        {visible.map((event) => {
          const { sentence, details } = describeActivity(event, i18n, nameOf)
          return (
            <li
              key={event.id}
              className={styles.event}
              {...(event.id === firstAdded && { tabIndex: -1, ref: takeLostFocus })}
            >
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
      {visible.length < events.length && (
        <Button kind="quiet" size="small" onClick={() => setFirstAdded(events[initialCount]?.id)}>
          <Trans>Show more</Trans>
        </Button>
      )}
    </>
  )
}
