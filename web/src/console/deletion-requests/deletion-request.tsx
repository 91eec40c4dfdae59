import { Plural, Trans, useLingui } from '@lingui/react/macro'
import type { DeletionOutcome, DeletionTask } from '@lintel/contract/people/deletion-tasks'
import { useAccountLabel } from '../../shell/records/use-account-label'
import { Button } from '../../ui/button'
import styles from './deletion-requests.module.css'

interface DeletionRequestProps {
  task: DeletionTask
  /** The answer completes the request: true for staff. */
  isFinal: boolean
  onAnswer(outcome: DeletionOutcome): void
}

/** One request: who requested it and when, what it would affect, the answers of other customers, and the two buttons. */
export function DeletionRequest({ task, isFinal, onAnswer }: DeletionRequestProps) {
  const { t, i18n } = useLingui()
  const accountLabel = useAccountLabel()
  const { user, requestedAt, ownedProjects, ownedProjectsTotal, soleAdministratorOf, otherMemberships, answers } = task
  const more = ownedProjectsTotal - ownedProjects.length
  const mustBeKept = ownedProjectsTotal > 0 || soleAdministratorOf.length > 0
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
        {ownedProjectsTotal > 0 && (
          <>
            <p>
              <Plural
                value={ownedProjectsTotal}
                one="Owns # project, which needs another owner first:"
                other="Owns # projects, which need other owners first:"
              />
            </p>
            <ul className={styles.projects}>
              {ownedProjects.map(({ id, name }) => (
                <li key={id}>{name}</li>
              ))}
              {more > 0 && (
                <li className={styles.detail}>
                  <Plural value={more} one="and # more" other="and # more" />
                </li>
              )}
            </ul>
          </>
        )}
        {soleAdministratorOf.map(({ id, name }) => (
          <p key={id}>{t`${name} would be left without an administrator.`}</p>
        ))}
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
                ? t`${customer.name} (${who}) has nothing against it.`
                : t`${customer.name} (${who}) objects: ${reason}`}
            </p>
          )
        })}
      </div>
      <div className={styles.acts}>
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
          aria-label={isFinal ? t`Delete the account: ${user}` : t`Agree: ${user}`}
          onClick={() => onAnswer('done')}
        >
          {isFinal ? <Trans>Delete the account</Trans> : <Trans>Agree</Trans>}
        </Button>
      </div>
    </li>
  )
}
