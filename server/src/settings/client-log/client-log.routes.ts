import { anyone } from '@lintel/contract/people/permissions'
import { logFromClient, maxStackLength } from '@lintel/contract/settings/client-log'
import { answer } from '../../platform/answer'
import type { Platform } from '../../platform/context'
import type { Route } from '../../platform/route'
import { onePrintableLine } from './one-printable-line'
import { createSampler } from './sampling'

/** Maximum length of a logged message, in characters; the stack is separate. */
const maxMessageLength = 2_000

/** Reports beyond the maximum are sampled. */
const samplingLimits = { maxReports: 300, windowMs: 60_000, thenOneIn: 10 }

/**
 * Logs client errors (security H6). Anyone may send them, so they are short, one printable line per field, never
 * echoed, and at most warnings.
 */
export const clientLogRoutes = ({ log }: Platform): Route[] => {
  const sample = createSampler(samplingLimits)
  return [
    answer(logFromClient, {
      anonymous: true,
      ignoresBearer: true,
      rate: 'clientLog',
      bodyLimit: 8 * 1024,
      may: anyone,
      async run({ origin, now }, { body }) {
        const leftOut = sample(now)
        if (leftOut === undefined) return
        const client = {
          event: onePrintableLine(body.event),
          route: onePrintableLine(body.route ?? ''),
          message: onePrintableLine(body.message.slice(0, maxMessageLength)),
          stack: onePrintableLine((body.stack ?? '').slice(0, maxStackLength)),
          deviceFingerprint: onePrintableLine(body.deviceFingerprint ?? ''),
        }
        const details = { client, ip: origin.ip, requestId: origin.requestId, ...(leftOut > 0 && { leftOut }) }
        const isLoud = body.logLevel === 'error' || body.logLevel === 'warn'
        log[isLoud ? 'warn' : 'info'](details, 'a client reports')
      },
    }),
  ]
}
