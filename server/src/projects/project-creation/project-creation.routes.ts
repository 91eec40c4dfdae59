import { isSignedIn } from '@lintel/contract/people/permissions'
import { Problem } from '@lintel/contract/problems'
import { readCreationProgress, retryCreation } from '@lintel/contract/projects/project-creation'
import { administersProject } from '@lintel/contract/projects/project-permissions'
import { personOf } from '../../identity/signed-in'
import { answer } from '../../platform/answer'
import type { Change, Context } from '../../platform/context'
import type { Database, Transaction } from '../../platform/database'
import type { Route } from '../../platform/route'
import { assertLoginMethod } from '../projects/project-rights.store'
import { find } from '../projects/projects.store'
import { summarizeCopied } from '../template-application/copied-summary.store'
import {
  findProvisioning,
  lockProvisioning,
  markComplete,
  markProvisioning,
  type ProvisioningState,
} from './project-creation.store'
import { enqueueProvisioning, isTemplateDeleted, progressOf } from './provision-project'

/** Progress of a project's creation, and its retry. */
export const projectCreationRoutes: Route[] = [
  answer(readCreationProgress, {
    may: isSignedIn,
    async run(context, { parameters: { id } }) {
      const project = await findVisible(context, context.db, id)
      return progressOf(
        orNotFound(await findProvisioning(context.db, project.id)),
        await summarizeCopied(context.db, project.id),
      )
    },
  }),
  answer(retryCreation, {
    may: isSignedIn,
    run: (context, { parameters: { id } }) =>
      context.change(async ({ db, now, audit }) => {
        const project = await findVisible(context, db, id)
        if (!administersProject(context.actor, project)) throw new Problem('forbidden')
        const provisioning = orNotFound(await lockProvisioning(db, project.id))
        if (provisioning.state === 'failed') await resumeProvisioning({ db, now }, provisioning)
        audit({
          action: 'projects.make-again',
          customer: provisioning.customer,
          target: { type: 'projects', id: project.id },
        })
        return progressOf(orNotFound(await findProvisioning(db, project.id)), await summarizeCopied(db, project.id))
      }),
  }),
]

/** Resumes at the failed step. If the template is still deleted, its content is unavailable and the project is completed as it is. */
async function resumeProvisioning(
  { db, now }: Pick<Change, 'db' | 'now'>,
  provisioning: ProvisioningState,
): Promise<void> {
  if (provisioning.failure === 'templateGone' && isTemplateDeleted(provisioning)) {
    return void (await markComplete({ db, now }, provisioning.project))
  }
  await markProvisioning({ db, now }, provisioning.project)
  await enqueueProvisioning(db, provisioning, now)
}

async function findVisible(context: Context, db: Database | Transaction, id: string) {
  const actor = personOf(context)
  const project = await find(db, actor, context.configuration.publicUrl, id)
  if (!project) await assertLoginMethod(db, actor, id)
  return orNotFound(project)
}

function orNotFound<T>(record: T | undefined): T {
  if (record === undefined) throw new Problem('notFound')
  return record
}
