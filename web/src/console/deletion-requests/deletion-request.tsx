import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { blockersOf, type DeletionOutcome, type DeletionTask, isBlocked } from '@lintel/contract/people/deletion-tasks'
import { Link } from '@tanstack/react-router'
import { useId } from 'react'
import { useAccountLabel } from '../../shell/records/use-account-label'
import { Button, buttonClass } from '../../ui/button'
import { BlockerList } from './blocker-list'
import styles from './deletion-requests.module.css'

interface DeletionRequestProps {
  task: DeletionTask
  /** The answer completes the request: true for staff. */
  isFinal: boolean
  /** The request is the reader's own: they can withdraw it but not answer it. */
  isOwn: boolean
  onAnswer(outcome: DeletionOutcome): void
}

/** One request: who requested it and when, what it would affect, the answers of other customers, and the two buttons. */
export function DeletionRequest({ task, isFinal, isOwn, onAnswer }: DeletionRequestProps) {
  const { t, i18n } = useLingui()
  const accountLabel = useAccountLabel()
  const blockersId = useId()
  const { user, requestedAt, otherMemberships, answers } = task
  const mustBeKept = isBlocked(blockersOf(task))
  const day = i18n.date(requestedAt, { dateStyle: 'long' })
  return (
    <li className={styles.request}>
      <div className={styles.words}>
        <h2 className={styles.user}>{user}</h2>
        <p className={styles.detail}>
          <Trans>Asked on {day}</Trans>
        </p>
        {!mustBeKept && otherMemberships === 0 && (
          <p>
            <Trans>Nothing here depends on this account.</Trans>
          </p>
        )}
        {mustBeKept && <BlockerList id={blockersId} task={task} />}
        {otherMemberships > 0 && (
          <p>
            <Plural
              value={otherMemberships}
              one="The membership in # project of others would end."
              other="The memberships in # projects of others would end."
            />
          </p>
        )}
        {answers.map(({ customer, outcome, reason, answeredBy }) => {
          const who = answeredBy === null ? customer.name : accountLabel(answeredBy)
          return (
            <p key={customer.id} className={styles.answer} data-outcome={outcome}>
              {outcome === 'done'
                ? t`${customer.name} (${who}) does not object.`
                : t`${customer.name} (${who}) objects: ${reason}`}
            </p>
          )
        })}
      </div>
      <div className={styles.actions}>
        {isOwn ? (
          <>
            <p className={styles.detail}>
              <Trans>This request is your own: others answer it.</Trans>
            </p>
            <Link to="/delete-user" className={buttonClass({ size: 'small' })}>
              <Trans>Withdraw it in your account</Trans>
            </Link>
          </>
        ) : (
          <>
            <Button
              size="small"
              aria-label={isFinal ? t`Refuse: ${user}` : t`Object: ${user}`}
              onClick={() => onAnswer('refused')}
            >
              {isFinal ? <Trans>Refuse</Trans> : <Trans>Object</Trans>}
            </Button>
            <Button
              size="small"
              kind={isFinal ? 'danger' : 'primary'}
              disabled={isFinal && mustBeKept}
              aria-describedby={isFinal && mustBeKept ? blockersId : undefined}
              aria-label={isFinal ? t`Delete the account: ${user}` : t`Agree: ${user}`}
              onClick={() => onAnswer('done')}
            >
              {isFinal ? <Trans>Delete the account</Trans> : <Trans>Agree</Trans>}
            </Button>
          </>
        )}
      </div>
    </li>
  )
}
