import { logToServer } from './client-log'
import { CallFailure, isUnanswered } from './failure'

/** Longest stack that is sent (account-portal chapter 9). */
const stackLimit = 500

/** At most so many reports a page, so that an error in a loop does not flood the log (the server allows 30 a minute). */
const reportLimit = 10
let reports = 0

/**
 * Reports a failure in the browser to the server: message, location, first 500 characters of the stack. Gives what became of it:
 * whether it arrived, and the id under which the server's log has it.
 */
export async function reportError(
  error: unknown,
  event: 'error' | 'loadFailed' | 'saveFailed' | 'policyViolation' = 'error',
): Promise<{ hasArrived: boolean; requestId?: string | undefined }> {
  reports += 1
  // That the network is away is no mistake of ours; what was not loaded or saved for it is told all the same, as the specification asks.
  if (reports > reportLimit || (event === 'error' && isUnanswered(error))) return { hasArrived: false }
  const { message, stack } = error instanceof Error ? error : new Error(String(error))
  const request = error instanceof CallFailure && error.requestId ? ` (request ${error.requestId})` : ''
  return logToServer({
    event,
    logLevel: 'error',
    message: `${message}${request}\n${location.origin}${location.pathname}\n${(stack ?? '').slice(0, stackLimit)}`,
  }).then(
    (requestId) => ({ hasArrived: true, requestId }),
    // Reporting is best effort: a report about a failed report would never end.
    () => ({ hasArrived: false }),
  )
}

/** Reports what nobody caught, and the first thing that the page's policy refused (decision 068). */
export function reportUncaughtErrors(): void {
  window.addEventListener('error', ({ error, message }) => void reportError(error ?? new Error(message)))
  window.addEventListener('unhandledrejection', ({ reason }) => void reportError(reason))
  // Once a page: what is refused, an extension's picture say, is often tried again and again.
  document.addEventListener(
    'securitypolicyviolation',
    (refused) => void reportError(violation(refused), 'policyViolation'),
    {
      once: true,
    },
  )
}

/** What was refused, where: without queries, which may hold a secret, and without the refused text. */
const violation = ({ effectiveDirective, blockedURI, sourceFile, lineNumber }: SecurityPolicyViolationEvent): string =>
  `${effectiveDirective} refused ${withoutQuery(blockedURI)}, asked for by ${withoutQuery(sourceFile) || 'the page'}:${lineNumber}`

const withoutQuery = (address: string) => address.replace(/[?#].*$/s, '')
