import { useLingui } from '@lingui/react'
import { Trans } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { CallFailure, failedWith, isUnanswered } from '../api/failure'
import { codeState } from '../api/missing-code'
import { problemText } from '../api/problem-text'
import { reportError } from '../api/report-error'
import { useRecovery } from '../api/use-recovery'
import { Button, buttonClass } from '../ui/button'
import { LoadingScreen } from '../ui/loading-screen'
import styles from './error-screen.module.css'
import { Late, later } from './later'
import { MessageScreen } from './message-screen'

// Whatever needs these has been answered by the server: they can be fetched.
const otherSignIn = later(async () => (await import('./other-sign-in')).OtherSignIn)
const notFoundScreen = later(async () => (await import('./not-found-screen')).NotFoundScreen)
const requestIdField = later(async () => (await import('./request-id-field')).RequestIdField)

/** The login methods that would do, where the session's does not suffice. */
function methodsIn(error: unknown): readonly string[] | undefined {
  if (!failedWith(error, 'loginMethodRequired')) return undefined
  const methods = error.problems[0]?.meta?.loginMethods
  return Array.isArray(methods) ? methods : []
}

const isReloaded = () => performance.getEntriesByType('navigation')[0]?.toJSON().type === 'reload'

/** A screen could not be shown: what happened in plain words, the ways on, and the request's id for the support. */
export function ErrorScreen({ error }: { error: unknown }) {
  const { i18n } = useLingui()
  const { retry } = useRecovery(error)
  const [report, setReport] = useState<Awaited<ReturnType<typeof reportError>>>()
  const isOffline = isUnanswered(error)
  const isOurs = !(error instanceof CallFailure) && !isOffline

  // A new page may have the code that this one cannot have, and nothing of the screen was there to be lost: tried once.
  const isLeaving = isOurs && codeState() === 'lost' && !isReloaded()

  // Reports a mistake of ours to the server; what the server itself answered it knows already.
  useEffect(() => {
    if (isLeaving) location.reload()
    else if (isOurs) reportError(error).then(setReport)
  }, [error, isOurs, isLeaving])

  if (isLeaving) return <LoadingScreen />
  if (failedWith(error, 'notFound')) return <Late component={notFoundScreen} requestId={error.requestId} />
  const methods = methodsIn(error)
  if (methods) return <Late component={otherSignIn} methods={methods} />
  const requestId = error instanceof CallFailure ? error.requestId : report?.requestId
  return (
    <MessageScreen
      title={isOffline ? <Trans>No connection</Trans> : <Trans>This did not work</Trans>}
      {...(error instanceof CallFailure && { mark: String(error.status) })}
    >
      <p>{isOurs ? <OurMistake isReported={report?.hasArrived} /> : i18n._(problemText(error))}</p>
      <div className={styles.ways}>
        <Button kind="primary" onClick={retry}>
          <Trans>Try again</Trans>
        </Button>
        {isOurs ? (
          // What has gone wrong in the page may have left it unfit: a new one begins.
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
        <Late component={requestIdField} requestId={requestId} fallback={<code>{requestId}</code>} />
      )}
    </MessageScreen>
  )
}

const OurMistake = ({ isReported = false }: { isReported: boolean | undefined }) =>
  isReported ? (
    <Trans>Something went wrong in this page. It has been reported to us.</Trans>
  ) : (
    <Trans>Something went wrong in this page.</Trans>
  )
