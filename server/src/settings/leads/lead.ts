import { z } from 'zod'
import { safePost } from '../../identity/federation/safe-fetch'
import type { Change } from '../../platform/context'
import { enqueueJob, type JobKind, UnrecoverableError } from '../../platform/jobs/jobs'
import { operatorPolicy } from '../../platform/outbound-address'
import { findLead } from './leads.store'
import { signMessage } from './standard-webhook'

const kind = 'lead.send'
// Only the project: personal data is read when the lead is sent and never stored in the queue.
const payload = z.strictObject({ project: z.uuid() })

/** 1 m, 5 m, 30 m, 2 h, 4 h, 8 h, 8 h: dead after 22 h 36 m, like mail (security F7). */
const retryAfter = [60, 300, 1_800, 7_200, 14_400, 28_800, 28_800]

/** Timeout of an attempt, in milliseconds. */
const timeoutMs = 5_000

/** Reports a new project to the sales system, in production, after the commit. */
export async function enqueueLead(
  { db, configuration, now }: Pick<Change, 'db' | 'configuration' | 'now'>,
  { project, customer }: { project: string; customer: string },
): Promise<void> {
  if (configuration.environment !== 'production' || configuration.webhookAddress === undefined) return
  await enqueueJob(db, { kind, payload: { project }, customer }, now)
}

/** Sends a lead at least once, under the same `webhook-id`; any response but 2xx is retried. */
export const sendLeadJob: JobKind<z.output<typeof payload>> = {
  kind,
  payload,
  retryAfter,
  async run({ platform: { db, configuration, clock }, payload: { project } }) {
    const { webhookAddress: address, webhookSecret: secret } = configuration
    if (address === undefined || secret === undefined) throw new UnrecoverableError('No webhook is configured any more')
    const lead = await findLead(db, project)
    if (!lead) throw new UnrecoverableError('The project or its maker is gone')
    const message = signMessage(secret, { id: `lead_${project}`, body: JSON.stringify(lead), now: clock() })
    const deadline = performance.now() + timeoutMs
    const status = await safePost(address, message, { policy: operatorPolicy(address), deadline })
    if (status === 410) throw new UnrecoverableError('The webhook answered 410: it wants no more')
    if (status < 200 || status > 299) throw new Error(`The webhook answered ${status}`)
  },
}
