import { sweepObjectsJob } from './content/objects/sweep-objects'
import { policyNoticesJob } from './customers/customers/policy-notices'
import { checkDomainsJob } from './customers/domains/check-domains-daily'
import { forgetTopicExportsJob, writeTopicsJob } from './exchange/topics-export/write-topics'
import { sendResetCodeJob } from './identity/password-reset/send-reset-code'
import { sendRegistrationJob } from './identity/registration/send-registration'
import { signInNoticesJob } from './identity/sessions/sign-in-notices'
import { accessNoticesJob } from './people/access-notices/access-notices'
import { accessRemindersJob } from './people/access-reminders/access-reminders'
import { changeSetStepJob } from './people/change-sets/engine/do-step'
import { forgetChangeSetsJob } from './people/change-sets/engine/forget-change-sets'
import { noteBounce } from './people/invitations/note-bounce'
import { checkChainsJob } from './platform/audit/check-chains'
import { retainAuditJob } from './platform/audit/retention'
import type { Platform } from './platform/context'
import { hearJobs } from './platform/jobs/job-calls'
import { sweepJobsJob } from './platform/jobs/sweep-jobs'
import { startWorkers, type Workers } from './platform/jobs/workers'
import { openMailer } from './platform/mail/mailer'
import { sendMailJob, sweepMailJob } from './platform/mail/send-mail'
import { makeProjectJob } from './projects/project-creation/make-project'
import { startProjectJob } from './projects/project-life/start-project'
import { countPeopleJob } from './projects/project-stats/count-people'
import { endTrialsJob } from './projects/projects/end-trials'
import { purgeNoticesJob } from './projects/projects/purge-notices'
import { purgeProjectsJob } from './projects/projects/purge-projects'
import { sendLeadJob } from './settings/leads/lead'

/**
 * Starts the workers of every job of the product: a kind that is not here is not done. `listenOn` is the database's
 * address. Mail and the webhook have places of their own: a slow far end keeps nothing else waiting (security K3). So has what somebody
 * waits for: the sweeps, each of which may take an hour, stand in nobody's way.
 */
export function startJobs(platform: Platform, listenOn: string): Workers {
  const mailer = openMailer(platform.configuration)
  const calls = hearJobs(listenOn)
  const startedWorkers = [
    startWorkers(platform, [sendMailJob(mailer, noteBounce)], { calls }),
    // People wait for a project that is made or starts: after a crash it is gone on with soon.
    startWorkers(platform, [makeProjectJob(), startProjectJob], { calls, lease: 15_000 }),
    // So they do for a bulk act, which keeps a place for as long as it takes.
    startWorkers(platform, [changeSetStepJob], { calls, places: 2, lease: 15_000 }),
    // A large file takes its time, and keeps nobody else's work waiting.
    startWorkers(platform, [writeTopicsJob], { calls, places: 2, lease: 15_000 }),
    // Rare, and nobody waits: found by looking.
    startWorkers(platform, [sendLeadJob], { places: 2, lookEvery: 15_000 }),
    // Somebody waits for these mails before their screen.
    startWorkers(platform, [sendResetCodeJob(platform.configuration), sendRegistrationJob], { calls, places: 2 }),
    // What comes again by itself and tells people, or counts: found by looking as well.
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
      { places: 2 },
    ),
    // Large, and nobody waits: one after the other.
    startWorkers(
      platform,
      [
        sweepMailJob,
        sweepJobsJob,
        retainAuditJob,
        checkChainsJob,
        forgetChangeSetsJob,
        purgeProjectsJob,
        sweepObjectsJob,
        forgetTopicExportsJob,
      ],
      { places: 1, lookEvery: 15_000 },
    ),
  ]
  return {
    async stop(graceMs) {
      await Promise.all([calls.stop(), ...startedWorkers.map((workers) => workers.stop(graceMs))])
      mailer.close()
    },
  }
}
