import { Plural, Trans } from '@lingui/react/macro'
import type { ChangeSet } from '@lintel/contract/people/change-sets'
import type { ReactNode } from 'react'
import styles from './directory-import.module.css'

/** What an import is doing, needs or has done; undefined for a failure, which is shown as an alert. */
export function importOutcome({ state, failure, summary }: ChangeSet): ReactNode {
  switch (state) {
    case 'planning':
      return <Line text={<Trans>Comparing the files with what is known …</Trans>} />
    case 'planned':
      return <PlannedOutcome summary={summary} />
    case 'applying':
      return <Line text={<Trans>Importing …</Trans>} />
    case 'applied':
      return <Line text={<Trans>Import complete!</Trans>} />
    case 'undoing':
      return <Line text={<Trans>Undoing …</Trans>} />
    case 'undone':
      return <Line text={<Trans>The import is undone.</Trans>} />
    case 'failed':
      return failure === 'cancelled' ? <Line text={<Trans>Cancelled, nothing was changed</Trans>} /> : undefined
    case 'stale':
      return undefined
  }
}

function PlannedOutcome({ summary: { change, conflict, removal } }: Pick<ChangeSet, 'summary'>) {
  const removed = removal?.removed ?? 0
  return (
    <>
      <p className={styles.outcome}>
        {change > 0 ? (
          <Plural value={change} one="# change is needed" other="# changes are needed" />
        ) : (
          conflict === 0 && <Trans>No changes needed</Trans>
        )}
        {conflict > 0 && (
          <span className={styles.refused}>
            <Plural
              value={conflict}
              one="# row has an error and is left out"
              other="# rows have errors and are left out"
            />
          </span>
        )}
      </p>
      {change > 0 && removed > 0 && (
        <p>
          <Plural
            value={removed}
            one="# membership of a project is removed."
            other="# memberships of projects are removed."
          />
        </p>
      )}
    </>
  )
}

const Line = ({ text }: { text: ReactNode }) => <p className={styles.outcome}>{text}</p>
