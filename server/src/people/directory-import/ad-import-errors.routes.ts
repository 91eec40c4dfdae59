import { Readable } from 'node:stream'
import { adImportErrors } from '@lintel/contract/people/ad-import'
import { administersAny, type Person } from '@lintel/contract/people/permissions'
import { personOf } from '../../identity/signed-in'
import { answer } from '../../platform/answer'
import type { Context } from '../../platform/context'
import type { ExportLimiter } from '../../platform/export-limiter'
import type { Route } from '../../platform/route'
import { WorkGate } from '../../platform/work-gate'
import { wrongState } from '../change-sets/engine/load-change-set'
import { archiveBodyLimit } from './archive-body-limit'
import { getImport } from './get-import'
import { readLineErrors } from './line-errors'
import { markArchive } from './mark-archive'

/** Reading and writing a whole archive takes some hundred megabytes of memory, so only one runs at a time. */
const gate = new WorkGate({ running: 1, waiting: 8, waitMs: 20_000 })

/** The files of an import with the errors of their lines, for those who see its plan. Nothing is stored, and the archive is not kept. */
export const adImportErrorsRoute = (limiter: ExportLimiter): Route =>
  answer(adImportErrors, {
    may: administersAny,
    bodyLimit: archiveBodyLimit,
    acceptsFiles: true,
    async run(context, { body: { planId, file, words } }, reply) {
      const signedIn: Context<Person> = { ...context, actor: personOf(context) } as Context<Person>
      const set = await getImport(signedIn, planId)
      if (set.state === 'planning' || set.state === 'failed') throw wrongState(set)
      return limiter.run(signedIn.actor.id, async () => {
        const archive = await gate.run(async () => {
          const errors = await readLineErrors(signedIn, set.id, words.reasons)
          return markArchive(Buffer.from(file.bytes), errors, words.heading)
        })
        // Only a successful response is an attachment.
        reply.header('content-disposition', 'attachment')
        return Readable.from([archive], { objectMode: false })
      })
    },
  })
