import { Trans, useLingui } from '@lingui/react/macro'
import type { DeletionOutcome, DeletionTask } from '@lintel/contract/people/deletion-tasks'
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { LoadError } from '../../api/load-error'
import { currentUser } from '../../session/current-user'
import { RecordPage } from '../../shell/records/record-page'
import { Button } from '../../ui/button'
import { EmptyState } from '../../ui/empty-state'
import { SkeletonRows } from '../../ui/skeleton-rows'
import { AnswerRequest } from './answer-request'
import { DeletionRequest } from './deletion-request'
import styles from './deletion-requests.module.css'
import { openDeletions } from './open-deletions'
import { RecordRequest } from './record-request'

interface DeletionRequestsProps {
  /** Customer whose people are listed; undefined for all, which staff can see. */
  customer: string | undefined
  /** The customer selector. */
  selector?: ReactNode
}

/** Open requests for account deletion, each with what it would affect. */
export function DeletionRequests({ customer, selector }: DeletionRequestsProps) {
  const { t } = useLingui()
  const { data, error } = useQuery(openDeletions(customer))
  const { data: reader } = useSuspenseQuery(currentUser)
  const [answering, setAnswering] = useState<{ task: DeletionTask; outcome: DeletionOutcome }>()
  const [isRecording, setRecording] = useState(false)
  const record = (
    <Button size="small" onClick={() => setRecording(true)}>
      <Trans>Record a request</Trans>
    </Button>
  )
  return (
    <RecordPage title={t`Deletion requests`} state={customer === undefined ? record : selector}>
      <p className={styles.about}>
        {customer === undefined ? (
          <Trans>
            These people want their accounts deleted. An account is closed once it owns no project and is nobody’s only
            administrator; its memberships end with it. The person who asked is notified by email.
          </Trans>
        ) : (
          <Trans>
            These people work with this customer and want their accounts deleted. Say whether you object; the platform’s
            staff then decide. The person who asked is notified by email.
          </Trans>
        )}
      </p>
      {error && !data && <LoadError error={error} />}
      {!data && !error && <SkeletonRows rows={4} />}
      {data?.length === 0 && <EmptyState title={<Trans>No open requests.</Trans>} />}
      {data && data.length > 0 && (
        <ul className={styles.list}>
          {data.map((task) => (
            <DeletionRequest
              key={task.user}
              task={task}
              isFinal={customer === undefined}
              isOwn={task.user === reader.email}
              onAnswer={(outcome) => setAnswering({ task, outcome })}
            />
          ))}
        </ul>
      )}
      {isRecording && <RecordRequest onClose={() => setRecording(false)} />}
      {answering && (
        <AnswerRequest
          {...answering}
          key={`${answering.task.user} ${answering.outcome}`}
          customer={customer}
          onClose={() => setAnswering(undefined)}
        />
      )}
    </RecordPage>
  )
}
