import { useLingui } from '@lingui/react'
import { Trans, useLingui as useMacro } from '@lingui/react/macro'
import { lazy, Suspense, useEffect } from 'react'
import { CallFailure, failedWith, NoAnswer } from '../api/failure'
import { problemText } from '../api/problem-text'
import { reportError } from '../api/report-error'
import { useRecovery } from '../api/use-recovery'
import { Button, buttonClass } from '../ui/button'
import { CopyField } from '../ui/copy-field'
import { Spinner } from '../ui/spinner'
import styles from './error-screen.module.css'
import { MessageScreen } from './message-screen'
import { NotFoundScreen } from './not-found-screen'

const OtherSignIn = lazy(async () => ({ default: (await import('./other-sign-in')).OtherSignIn }))

/** The login methods that would do, where the session's does not suffice. */
function methodsIn(error: unknown): readonly string[] | undefined {
  if (!failedWith(error, 'loginMethodRequired')) return undefined
  const methods = error.problems[0]?.meta?.loginMethods
  return Array.isArray(methods) ? methods : []
}

/** A screen could not be shown: what happened in plain words, the ways on, and the request's id for the support. */
export function ErrorScreen({ error }: { error: unknown }) {
  const { i18n } = useLingui()
  const { t } = useMacro()
  const { retry } = useRecovery(error)
  const isOurs = !(error instanceof CallFailure) && !(error instanceof NoAnswer)

  // Tells the server about a mistake of ours; what the server itself answered it knows already.
  useEffect(() => {
    if (isOurs) reportError(error)
  }, [error, isOurs])

  if (failedWith(error, 'notFound')) return <NotFoundScreen requestId={error.requestId} />
  const methods = methodsIn(error)
  if (methods)
    return (
      <Suspense fallback={<Spinner />}>
        <OtherSignIn methods={methods} />
      </Suspense>
    )
  return (
    <MessageScreen
      title={error instanceof NoAnswer ? <Trans>No connection</Trans> : <Trans>This did not work</Trans>}
      {...(error instanceof CallFailure && { mark: String(error.status) })}
    >
      <p>
        {isOurs ? (
          <Trans>Something went wrong in this page. It has been reported to us.</Trans>
        ) : (
          i18n._(problemText(error))
        )}
      </p>
      <div className={styles.ways}>
        <Button kind="primary" onClick={retry}>
          <Trans>Try again</Trans>
        </Button>
        <a href="/" className={buttonClass()}>
          <Trans>All projects</Trans>
        </a>
      </div>
      {error instanceof CallFailure && error.requestId && (
        <div className={styles.request}>
          <p>
            <Trans>If it happens again, send this request id to the support.</Trans>
          </p>
          <CopyField label={t`Request id`} value={error.requestId} />
        </div>
      )}
    </MessageScreen>
  )
}
