import { Trans, useLingui } from '@lingui/react/macro'
import type { CurrentUser } from '@lintel/contract/people/users'
import { Link } from '@tanstack/react-router'
import { type SubmitEvent, useRef, useState } from 'react'
import { failedWith } from '../../api/failure'
import { ProblemNotice } from '../../api/problem-notice'
import { currentSession } from '../../session/session'
import { signInAgain } from '../../session/sign-in-again'
import { Button } from '../../ui/button'
import { Choice } from '../../ui/choice'
import { CopyButton } from '../../ui/copy-button'
import { CopyField } from '../../ui/copy-field'
import { Dialog } from '../../ui/dialog'
import { FormActions } from '../../ui/form-actions'
import { Notice } from '../../ui/notice'
import { PasswordField } from '../../ui/password-field'
import styles from './business-intelligence.module.css'
import { endDateOf } from './end-date'
import { FeedCode } from './feed-code'
import { type FeedProof, type FeedTextKind, useFeedText } from './use-feed-text'

interface BusinessIntelligenceProps {
  user: CurrentUser
  customer: { id: string; name: string }
  onClose(): void
}

/** Export to reporting tools: a query to copy, or a snippet that gets an id token for custom queries (admin-console chapter 2). */
export function BusinessIntelligence({ user, customer, onClose }: BusinessIntelligenceProps) {
  const { t } = useLingui()
  const [kind, setKind] = useState<FeedTextKind>('query')
  const [password, setPassword] = useState('')
  const [code, setCode] = useState('')
  const codeField = useRef<HTMLInputElement>(null)
  const [endDate] = useState(() => endDateOf(new Date()))
  const { step, error, isPending, reset, make } = useFeedText({ user: user.id, customer })
  const session = currentSession()
  const isRemembered = session.at === 'signed-in' && !session.tokens.logoutWhenIdle
  const canCreate = kind === 'snippet' || isRemembered
  // People who signed in with a provider have no password here.
  const hasPassword = user.method === 'password'
  const isCodeWrong = failedWith(error, 'invalidCode')

  function proof(): FeedProof | undefined {
    if (kind === 'query') return canCreate ? { by: 'session' } : undefined
    if (step.at !== 'code-wanted') return password === '' ? undefined : { by: 'password', password }
    const enteredProof = code.trim()
    return enteredProof === '' ? undefined : { by: 'code', session: step.session, code: enteredProof }
  }

  function submit(event: SubmitEvent) {
    event.preventDefault()
    const enteredProof = proof()
    if (isPending || step.at === 'made' || !enteredProof) return
    // A new challenge needs a new code.
    if (enteredProof.by === 'password') setCode('')
    make(enteredProof, () => codeField.current?.focus())
  }

  function typeCode(typed: string) {
    setCode(typed)
    // Typing clears the error of the previous code.
    reset()
  }

  return (
    <Dialog label={t`Business intelligence export`} onClose={onClose}>
      <h2>
        <Trans>Business intelligence export</Trans>
      </h2>
      <form className={styles.panel} onSubmit={submit} noValidate>
        <dl className={styles.facts}>
          <dt>
            <Trans>Customer</Trans>
          </dt>
          <dd>{customer.name}</dd>
          <dt>
            <Trans>End date</Trans>
          </dt>
          <dd>{endDate}</dd>
        </dl>
        {step.at === 'made' ? (
          <FeedText {...step} customer={customer.id} />
        ) : (
          <>
            {hasPassword && (
              <Choice<FeedTextKind>
                label={<Trans>What to copy</Trans>}
                value={kind}
                options={[
                  { value: 'query', label: <Trans>Query</Trans> },
                  { value: 'snippet', label: <Trans>Refresh token</Trans> },
                ]}
                onChoose={setKind}
              />
            )}
            {kind === 'query' ? (
              <p>
                <Trans>
                  A query that Excel and Power BI load the tables of this customer with, as an advanced query.
                </Trans>
              </p>
            ) : step.at === 'code-wanted' ? (
              <FeedCode username={user.email} value={code} isWrong={isCodeWrong} ref={codeField} onChange={typeCode} />
            ) : (
              <PasswordField
                label={t`Password`}
                autoComplete="current-password"
                value={password}
                onChange={({ target }) => setPassword(target.value)}
                hint={t`For a query of your own: the steps that fetch an id token. No token of this browser is used.`}
              />
            )}
            {!canCreate && (
              <Notice
                kind="problem"
                title={t`You need to be signed in with “Keep me signed in” checked to export to Power BI`}
              >
                <Button size="small" onClick={signInAgain}>
                  <Trans>Sign in again</Trans>
                </Button>
              </Notice>
            )}
            {error && !isCodeWrong && <ProblemNotice error={error} />}
          </>
        )}
        <p>
          <Link to="/sessions">
            <Trans>Your tokens for reports, with their last use</Trans>
          </Link>
        </p>
        <FormActions
          onCancel={onClose}
          isBusy={isPending}
          busyLabel={<Trans>Creating the query …</Trans>}
          isDisabled={!proof()}
        >
          {step.at === 'made' ? undefined : <Trans>Create</Trans>}
        </FormActions>
      </form>
    </Dialog>
  )
}

/** The created text; its secret is shown only once. */
function FeedText({ text, refreshToken, customer }: { text: string; refreshToken: string; customer: string }) {
  const { t } = useLingui()
  return (
    <>
      <p>
        <Trans>Whoever has this text can read the exports of this customer. It is shown this once.</Trans>
      </p>
      <textarea className={styles.text} aria-label={t`Text of the query`} value={text} readOnly spellCheck={false} />
      <span className={styles.beside}>
        <CopyButton text={text}>
          <Trans>Copy the text</Trans>
        </CopyButton>
      </span>
      <p>
        <Trans>Other tools read the same tables over OData, with the token as password:</Trans>
      </p>
      <CopyField label={t`Address for OData`} value={`${location.origin}/odata/${customer}/`} />
      <CopyField label={t`Token`} value={refreshToken} />
    </>
  )
}
