import { Trans, useLingui } from '@lingui/react/macro'
import { createFeedToken } from '@lintel/contract/identity/feed-tokens'
import { type ReactNode, useState } from 'react'
import { callApi } from '../../api/call-api'
import { failedWith } from '../../api/failure'
import { useIsLeft } from '../../api/form/use-is-left'
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

interface CreateFeedTokenProps {
  customers: readonly FeedCustomer[]
  onClose(): void
}

/** Creates a token for the exports of one customer, and shows it once. */
export function CreateFeedToken({ customers, onClose }: CreateFeedTokenProps) {
  const { t } = useLingui()
  const [customer, setCustomer] = useState(customers[0]?.id ?? '')
  const isLeft = useIsLeft()
  const create = useSave({
    work: () => callApi(createFeedToken, { body: { customer } }),
    invalidates: [myFeedTokens],
    handlesError: () => !isLeft(),
  })
  const session = currentSession()
  const isRemembered = session.at === 'signed-in' && !session.tokens.logoutWhenIdle
  if (!isRemembered) return <RememberedSessionRequired onClose={onClose} />

  if (create.data) {
    const { customerName, refreshToken } = create.data
    return (
      <TokenDialog title={t`Copy the token now`} onClose={onClose} actions={<Done onClose={onClose} />}>
        <p>
          <Trans>It reads the exports of {customerName}. It is shown this once; whoever has it can read them.</Trans>
        </p>
        <CopyField label={t`Token`} value={refreshToken} />
      </TokenDialog>
    )
  }
  // A user who cancelled the step-up authentication needs no error message.
  const error = create.error && !failedWith(create.error, 'stepUpRequired') ? create.error : undefined
  return (
    <TokenDialog
      title={t`Create a token for reports`}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>
            <Trans>Cancel</Trans>
          </Button>
          <Button kind="primary" busy={create.isPending} onClick={() => create.mutate(undefined)} data-autofocus>
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
    </TokenDialog>
  )
}

/** Only a remembered session can create tokens (account-portal chapter 8). */
function RememberedSessionRequired({ onClose }: { onClose(): void }) {
  const { t } = useLingui()
  return (
    <TokenDialog
      title={t`Sign in for longer first`}
      onClose={onClose}
      actions={
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
    </TokenDialog>
  )
}

const Done = ({ onClose }: { onClose(): void }) => (
  <Button kind="primary" onClick={onClose}>
    <Trans>Done</Trans>
  </Button>
)

interface TokenDialogProps {
  title: string
  actions: ReactNode
  children: ReactNode
  onClose(): void
}

const TokenDialog = ({ title, actions, children, onClose }: TokenDialogProps) => (
  <Dialog label={title} onClose={onClose}>
    <h2>{title}</h2>
    <div className={styles.question}>{children}</div>
    <div className={styles.actions}>{actions}</div>
  </Dialog>
)
