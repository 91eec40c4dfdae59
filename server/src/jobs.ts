import { sweepFilesJob, sweepObjectsJob } from './content/objects/sweep-objects'
import { policyNoticesJob } from './customers/customers/policy-notices'
import { checkDomainsJob } from './customers/domains/check-domains-daily'
import { deleteExpiredTopicExportsJob, writeTopicsJob } from './exchange/topics-export/write-topics'
import { sendResetCodeJob } from './identity/password-reset/send-reset-code'
import { sendRegistrationJob } from './identity/registration/send-registration'
import { signInNoticesJob } from './identity/sessions/sign-in-notices'
import { accessNoticesJob } from './people/access-notices/access-notices'
import { accessRemindersJob } from './people/access-reminders/access-reminders'
import { changeSetStepJob } from './people/change-sets/engine/change-set-step-job'
import { deleteOldChangeSetsJob } from './people/change-sets/engine/delete-old-change-sets'
import { recordBounce } from './people/invitations/record-bounce'
import { checkChainsJob } from './platform/audit/check-chains'
import { retainAuditJob } from './platform/audit/retention'
import type { Platform } from './platform/context'
import { listenForJobs } from './platform/jobs/job-notifications'
import { sweepJobsJob } from './platform/jobs/sweep-jobs'
import { startWorkers, type Workers } from './platform/jobs/workers'
import { openMailer } from './platform/mail/mailer'
import { sendMailJob, sweepMailJob } from './platform/mail/send-mail'
import { provisionProjectJob } from './projects/project-creation/provision-project'
import { startProjectJob } from './projects/project-life/start-project'
import { countPeopleJob } from './projects/project-stats/count-people'
import { endTrialsJob } from './projects/projects/end-trials'
import { purgeNoticesJob } from './projects/projects/purge-notices'
import { purgeProjectsJob } from './projects/projects/purge-projects'
import { sendLeadJob } from './settings/leads/lead'

/**
 * Starts the workers of all job kinds. `listenOn` is the database URL. Mail, the webhook and jobs that people wait for
 * have workers of their own, so that neither a slow remote server (security K3) nor an hour-long sweep delays anything
 * else.
 */
export function startJobs(platform: Platform, listenOn: string): Workers {
  const mailer = openMailer(platform.configuration)
  const notifications = listenForJobs(listenOn)
  const startedWorkers = [
    startWorkers(platform, [sendMailJob(mailer, recordBounce)], { notifications }),
    // Notices may go to thousands of people at once, and nobody waits for them.
    startWorkers(platform, [sendMailJob(mailer, recordBounce, 'notice')], { notifications, concurrency: 2 }),
    // People wait for new and starting projects: after a crash they continue soon.
    startWorkers(platform, [provisionProjectJob(), startProjectJob], { notifications, lease: 15_000 }),
    // People wait for bulk changes, each of which occupies a worker while it runs.
    startWorkers(platform, [changeSetStepJob], { notifications, concurrency: 2, lease: 15_000 }),
    // Large exports take long and must not delay other jobs.
    startWorkers(platform, [writeTopicsJob], { notifications, concurrency: 2, lease: 15_000 }),
    // Rare and not urgent: polling is enough.
    startWorkers(platform, [sendLeadJob], { concurrency: 2, pollInterval: 15_000 }),
    // People wait for these mails.
    startWorkers(platform, [sendResetCodeJob(platform.configuration), sendRegistrationJob], {
      notifications,
      concurrency: 2,
    }),
    // Recurring notifications and counts: polling is enough.
    startWorkers(
      platform,
      [
        accessNoticesJob,
        accessRemindersJob,
        signInNoticesJob,
        countPeopleJob,
        purgeNoticesJob,
        policyNoticesJob,
        endTrialsJob,
        checkDomainsJob,
      ],
      { concurrency: 2 },
    ),
    // Reads the whole audit log once a day, which may take longer than the housekeeping may wait.
    startWorkers(platform, [checkChainsJob], { concurrency: 1, pollInterval: 15_000 }),
    // Long-running and not urgent: one at a time.
    startWorkers(
      platform,
      [
        sweepMailJob,
        sweepJobsJob,
        retainAuditJob,
        deleteOldChangeSetsJob,
        purgeProjectsJob,
        sweepObjectsJob,
        sweepFilesJob,
        deleteExpiredTopicExportsJob,
      ],
      { concurrency: 1, pollInterval: 15_000 },
    ),
  ]
  return {
    async stop(graceMs) {
      await Promise.all([notifications.stop(), ...startedWorkers.map((workers) => workers.stop(graceMs))])
      mailer.close()
    },
  }
}
