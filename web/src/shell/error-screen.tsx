import { useLingui } from '@lingui/react'
import { Trans } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { CallFailure, failedWith, hasNoResponse } from '../api/failure'
import { codeState } from '../api/missing-code'
import { problemText } from '../api/problem-text'
import { reportError } from '../api/report-error'
import { useRecovery } from '../api/use-recovery'
import { Button, buttonClass } from '../ui/button'
import { LoadingScreen } from '../ui/loading-screen'
import styles from './error-screen.module.css'
import { Lazy, lazy } from './lazy'
import { MessageScreen } from './message-screen'

// These are needed only after an answer of the server, so it is reachable.
const otherSignIn = lazy(async () => (await import('./other-sign-in')).OtherSignIn)
const notFoundScreen = lazy(async () => (await import('./not-found-screen')).NotFoundScreen)
const requestIdField = lazy(async () => (await import('./request-id-field')).RequestIdField)

/** The sufficient login methods, if the session's does not suffice. */
function methodsIn(error: unknown): readonly string[] | undefined {
  if (!failedWith(error, 'loginMethodRequired')) return undefined
  const methods = error.problems[0]?.meta?.loginMethods
  return Array.isArray(methods) ? methods : []
}

const isReloaded = () => performance.getEntriesByType('navigation')[0]?.toJSON().type === 'reload'

/** Error screen: what happened in plain language, what to do next, and the request's id for the support. */
export function ErrorScreen({ error }: { error: unknown }) {
  const { i18n } = useLingui()
  const { retry } = useRecovery(error)
  const [report, setReport] = useState<Awaited<ReturnType<typeof reportError>>>()
  const isOffline = hasNoResponse(error)
  const isClientError = !(error instanceof CallFailure) && !isOffline

  // A new page load may have the code that is missing here, and no input on the screen can be lost: tried once.
  const isLeaving = isClientError && codeState() === 'lost' && !isReloaded()

  // Reports client-side errors to the server, which knows its own failures already.
  useEffect(() => {
    if (isLeaving) location.reload()
    else if (isClientError) reportError(error).then(setReport)
  }, [error, isClientError, isLeaving])

  if (isLeaving) return <LoadingScreen />
  if (failedWith(error, 'notFound')) return <Lazy component={notFoundScreen} requestId={error.requestId} />
  const methods = methodsIn(error)
  if (methods) return <Lazy component={otherSignIn} methods={methods} />
  const requestId = error instanceof CallFailure ? error.requestId : report?.requestId
  return (
    <MessageScreen
      title={isOffline ? <Trans>No connection</Trans> : <Trans>This did not work</Trans>}
      {...(error instanceof CallFailure && { mark: String(error.status) })}
    >
      <p>{isClientError ? <ClientErrorText isReported={report?.hasArrived} /> : i18n._(problemText(error))}</p>
      <div className={styles.ways}>
        <Button kind="primary" onClick={retry}>
          <Trans>Try again</Trans>
        </Button>
        {isClientError ? (
          // A client-side error may have left the page broken, so this reloads it.
          <a href="/" className={buttonClass()}>
            <Trans>All projects</Trans>
          </a>
        ) : (
          <Link to="/" className={buttonClass()}>
            <Trans>All projects</Trans>
          </Link>
        )}
      </div>
      {requestId !== undefined && (
        <Lazy component={requestIdField} requestId={requestId} fallback={<code>{requestId}</code>} />
      )}
    </MessageScreen>
  )
}

const ClientErrorText = ({ isReported = false }: { isReported: boolean | undefined }) =>
  isReported ? (
    <Trans>Something went wrong in this page. It has been reported to us.</Trans>
  ) : (
    <Trans>Something went wrong in this page.</Trans>
  )
