import { logToServer } from './client-log'
import { CallFailure, hasNoResponse } from './failure'

/** Maximum length of the stack that is sent (account-portal chapter 9). */
const stackLimit = 500

/** Maximum length of the error's own text: the server keeps 2,000 characters, with the location and the stack, and takes 8 KiB. */
const messageLimit = 1_000

/** Maximum number of reports in ten minutes, so that an error in a loop does not flood the log (the server allows 30 a minute). */
const reportLimit = 10
const windowMs = 600_000
/** When the present ten minutes began, in epoch ms, and how many reports were sent in them. */
let since = 0
let reports = 0

/**
 * Reports a failure in the browser to the server: message, location and the first 500 characters of the stack; at most ten in ten minutes.
 * Resolves to whether it arrived, and the id under which the server's log has it.
 */
export async function reportError(
  error: unknown,
  event: 'error' | 'loadFailed' | 'saveFailed' | 'policyViolation' = 'error',
): Promise<{ hasArrived: boolean; requestId?: string | undefined }> {
  // A missing network is not an error of the application; failed loads and saves are still reported, as the specification asks.
  if (event === 'error' && hasNoResponse(error)) return { hasArrived: false }
  const now = Date.now()
  if (now - since >= windowMs) {
    since = now
    reports = 0
  }
  if (reports >= reportLimit) return { hasArrived: false }
  reports += 1
  const { message, stack } = error instanceof Error ? error : new Error(String(error))
  const request = error instanceof CallFailure && error.requestId ? ` (request ${error.requestId})` : ''
  return logToServer({
    event,
    logLevel: 'error',
    message: `${message.slice(0, messageLimit)}${request}\n${location.origin}${location.pathname}\n${(stack ?? '').slice(0, stackLimit)}`,
  }).then(
    (requestId) => ({ hasArrived: true, requestId }),
    // Reporting is best effort: reporting a failed report could loop.
    (failure) => {
      if (hasNoResponse(failure) && reports > 0) reports -= 1
      return { hasArrived: false }
    },
  )
}

/** Reports uncaught errors, and the first violation of the Content-Security-Policy (decision 068). */
export function reportUncaughtErrors(): void {
  window.addEventListener('error', ({ error, message }) => void reportError(error ?? new Error(message)))
  window.addEventListener('unhandledrejection', ({ reason }) => void reportError(reason))
  // Once per page: what is blocked, such as an extension's image, is often retried again and again.
  document.addEventListener(
    'securitypolicyviolation',
    (refused) => void reportError(violation(refused), 'policyViolation'),
    {
      once: true,
    },
  )
}

/** What was blocked and where; without queries, which may contain secrets, and without the blocked text. */
const violation = ({ effectiveDirective, blockedURI, sourceFile, lineNumber }: SecurityPolicyViolationEvent): string =>
  `${effectiveDirective} refused ${withoutQuery(blockedURI)}, asked for by ${withoutQuery(sourceFile) || 'the page'}:${lineNumber}`

const withoutQuery = (address: string) => address.replace(/[?#].*$/s, '')
