import { z } from 'zod'
import { safePost } from '../../identity/federation/safe-fetch'
import type { Change } from '../../platform/context'
import { enqueueJob, GiveUp, type JobKind } from '../../platform/jobs/jobs'
import { operatorsPolicy } from '../../platform/outside-address'
import { findLead } from './leads.store'
import { signMessage } from './standard-webhook'

const kind = 'lead.send'
// The project alone: what is told of its maker is read when it is told, and lies in no queue.
const payload = z.strictObject({ project: z.uuid() })

/** 1 m, 5 m, 30 m, 2 h, 4 h, 8 h, 8 h: given up after 22 h 36 m, like mail (security F7). */
const retryAfter = [60, 300, 1_800, 7_200, 14_400, 28_800, 28_800]

/** How long one try may take, in milliseconds. */
const tryMs = 5_000

/** Tells the sales system of a new project, in production, after the transaction that makes it. */
export async function enqueueLead(
  { db, configuration, now }: Pick<Change, 'db' | 'configuration' | 'now'>,
  { project, customer }: { project: string; customer: string },
): Promise<void> {
  if (configuration.environment !== 'production' || configuration.webhookAddress === undefined) return
  await enqueueJob(db, { kind, payload: { project }, customer }, now)
}

/** Sends a lead: at least once, under the same `webhook-id`; anything but a 2xx is tried again. */
export const sendLeadJob: JobKind<z.output<typeof payload>> = {
  kind,
  payload,
  retryAfter,
  async run({ platform: { db, configuration, clock }, payload: { project } }) {
    const { webhookAddress: address, webhookSecret: secret } = configuration
    if (address === undefined || secret === undefined) throw new GiveUp('No webhook is configured any more')
    const lead = await findLead(db, project)
    if (!lead) throw new GiveUp('The project or its maker is gone')
    const message = signMessage(secret, { id: `lead_${project}`, body: JSON.stringify(lead), now: clock() })
    const deadline = performance.now() + tryMs
    const status = await safePost(address, message, { policy: operatorsPolicy(address), deadline })
    if (status === 410) throw new GiveUp('The webhook answered 410: it wants no more')
    if (status < 200 || status > 299) throw new Error(`The webhook answered ${status}`)
  },
}
