import { retainAuditJob } from './platform/audit/retention'
import type { Platform } from './platform/context'
import { startWorkers, type Workers } from './platform/jobs/workers'
import { openMailer } from './platform/mail/mailer'
import { sendMailJob, sweepMailJob } from './platform/mail/send-mail'

/**
 * Starts the workers of every job of the product: a kind that is not here is not done. `listenOn` is the database's
 * address. Mail has places of its own: a slow mail server keeps nothing else waiting (security K3).
 */
export function startJobs(platform: Platform, listenOn: string): Workers {
  const mailer = openMailer(platform.configuration)
  const crews = [
    startWorkers(platform, [sendMailJob(mailer)], { listenOn }),
    startWorkers(platform, [sweepMailJob, retainAuditJob], { listenOn, places: 2 }),
  ]
  return {
    async stop(graceMs) {
      await Promise.all(crews.map((crew) => crew.stop(graceMs)))
      mailer.close()
    },
  }
}
