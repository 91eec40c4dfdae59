import { Trans, useLingui } from '@lingui/react/macro'
import { createFeedToken } from '@lintel/contract/identity/feed-tokens'
import { type ReactNode, useState } from 'react'
import { ask } from '../../api/ask'
import { failedWith } from '../../api/failure'
import { ProblemNotice } from '../../api/problem-notice'
import { useSave } from '../../api/use-save'
import { type FeedCustomer, myFeedTokens } from '../../session/my-feed-tokens'
import { currentSession } from '../../session/session'
import { signInAgain } from '../../session/sign-in-again'
import { Button } from '../../ui/button'
import { CopyField } from '../../ui/copy-field'
import { Dialog } from '../../ui/dialog'
import { PlainSelect } from '../../ui/plain-select'
import styles from './sessions.module.css'

interface MakeFeedTokenProps {
  customers: readonly FeedCustomer[]
  onClose(): void
}

/** Makes a token for the exports of one customer, and shows it this once. */
export function MakeFeedToken({ customers, onClose }: MakeFeedTokenProps) {
  const { t } = useLingui()
  const [customer, setCustomer] = useState(customers[0]?.id ?? '')
  const make = useSave({
    work: () => ask(createFeedToken, { body: { customer } }),
    touches: [myFeedTokens],
    shows: () => true,
  })
  const session = currentSession()
  const isRemembered = session.at === 'signed-in' && !session.tokens.logoutWhenIdle
  if (!isRemembered) return <OnlyRemembered onClose={onClose} />

  if (make.data) {
    const { customerName, refreshToken } = make.data
    return (
      <Question title={t`Copy the token now`} onClose={onClose} answers={<Done onClose={onClose} />}>
        <p>
          <Trans>It reads the exports of {customerName}. It is shown this once; whoever has it can read them.</Trans>
        </p>
        <CopyField label={t`Token`} value={refreshToken} />
      </Question>
    )
  }
  // Who would rather not prove that it is them is told nothing they do not know.
  const error = make.error && !failedWith(make.error, 'stepUpRequired') ? make.error : undefined
  return (
    <Question
      title={t`Create a token for reports`}
      onClose={onClose}
      answers={
        <>
          <Button onClick={onClose}>
            <Trans>Cancel</Trans>
          </Button>
          <Button kind="primary" busy={make.isPending} onClick={() => make.mutate(undefined)} data-autofocus>
            <Trans>Create token</Trans>
          </Button>
        </>
      }
    >
      {error && <ProblemNotice error={error} />}
      <p>
        <Trans>Whose projects, people and statistics may be read with it?</Trans>
      </p>
      <PlainSelect
        label={t`Customer`}
        value={customer}
        options={customers.map(({ id, name }) => ({ value: id, label: name }))}
        onChange={setCustomer}
      />
    </Question>
  )
}

/** Only a session that is remembered makes tokens (account-portal chapter 8). */
function OnlyRemembered({ onClose }: { onClose(): void }) {
  const { t } = useLingui()
  return (
    <Question
      title={t`Sign in for longer first`}
      onClose={onClose}
      answers={
        <>
          <Button onClick={onClose}>
            <Trans>Cancel</Trans>
          </Button>
          <Button kind="primary" onClick={signInAgain} data-autofocus>
            <Trans>Sign in again</Trans>
          </Button>
        </>
      }
    >
      <p>
        <Trans>You need to be signed in with “Keep me signed in” checked to export to Power BI</Trans>
      </p>
    </Question>
  )
}

const Done = ({ onClose }: { onClose(): void }) => (
  <Button kind="primary" onClick={onClose}>
    <Trans>Done</Trans>
  </Button>
)

interface QuestionProps {
  title: string
  answers: ReactNode
  children: ReactNode
  onClose(): void
}

const Question = ({ title, answers, children, onClose }: QuestionProps) => (
  <Dialog label={title} onClose={onClose}>
    <h2>{title}</h2>
    <div className={styles.question}>{children}</div>
    <div className={styles.answers}>{answers}</div>
  </Dialog>
)
