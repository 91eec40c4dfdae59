import { anyone } from '@lintel/contract/people/permissions'
import { logFromClient, longestStack } from '@lintel/contract/settings/client-log'
import { answer } from '../../platform/answer'
import type { Platform } from '../../platform/context'
import type { Route } from '../../platform/route'
import { onePrintableLine } from './one-printable-line'
import { sampling } from './sampling'

/** Longest message that is kept, in characters: what came before a stack, and the stack. */
const longestMessage = 2_000

/** Reports that are all written; of more, one in ten. */
const calm = { reports: 300, perMs: 60_000, thenOneIn: 10 }

/**
 * Notes what failed in a browser (security H6): anybody may tell, so what is told is short, one printable line a field,
 * never answered with, and no louder than a warning.
 */
export const clientLogRoutes = ({ log }: Platform): Route[] => {
  const sample = sampling(calm)
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
          message: onePrintableLine(body.message.slice(0, longestMessage)),
          stack: onePrintableLine((body.stack ?? '').slice(0, longestStack)),
          deviceFingerprint: onePrintableLine(body.deviceFingerprint ?? ''),
        }
        const details = { client, ip: origin.ip, requestId: origin.requestId, ...(leftOut > 0 && { leftOut }) }
        const isLoud = body.logLevel === 'error' || body.logLevel === 'warn'
        log[isLoud ? 'warn' : 'info'](details, 'a client reports')
      },
    }),
  ]
}
