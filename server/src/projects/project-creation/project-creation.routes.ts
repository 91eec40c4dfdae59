import { isSignedIn } from '@lintel/contract/people/permissions'
import { Problem } from '@lintel/contract/problems'
import { readCreationProgress, retryCreation } from '@lintel/contract/projects/project-creation'
import { administersProject } from '@lintel/contract/projects/project-permissions'
import { personOf } from '../../identity/signed-in'
import { answer } from '../../platform/answer'
import type { Change, Context } from '../../platform/context'
import type { Database, Transaction } from '../../platform/database'
import type { Route } from '../../platform/route'
import { refuseLoginMethod } from '../projects/project-rights.store'
import { find } from '../projects/projects.store'
import { broughtInto } from '../template-application/brought.store'
import { enqueueProvisioning, isTemplateGone, progressOf } from './make-project'
import {
  lockProvisioning,
  makingOf,
  noteComplete,
  noteProvisioning,
  type ProvisioningState,
} from './project-creation.store'

/** How the making of a project goes, and trying again. */
export const projectCreationRoutes: Route[] = [
  answer(readCreationProgress, {
    may: isSignedIn,
    async run(context, { parameters: { id } }) {
      const project = await seen(context, context.db, id)
      return progressOf(found(await makingOf(context.db, project.id)), await broughtInto(context.db, project.id))
    },
  }),
  answer(retryCreation, {
    may: isSignedIn,
    run: (context, { parameters: { id } }) =>
      context.change(async ({ db, now, audit }) => {
        const project = await seen(context, db, id)
        if (!administersProject(context.actor, project)) throw new Problem('forbidden')
        const making = found(await lockProvisioning(db, project.id))
        if (making.state === 'failed') await goOn({ db, now }, making)
        audit({
          action: 'projects.make-again',
          customer: making.customer,
          target: { type: 'projects', id: project.id },
        })
        return progressOf(found(await makingOf(db, project.id)), await broughtInto(db, project.id))
      }),
  }),
]

/**
 * Goes on with the step at which it stopped. While a template that was said to be gone is gone still, nobody can bring what it would
 * have brought: the project is finished as it is.
 */
async function goOn({ db, now }: Pick<Change, 'db' | 'now'>, making: ProvisioningState): Promise<void> {
  if (making.failure === 'templateGone' && isTemplateGone(making)) {
    return void (await noteComplete({ db, now }, making.project))
  }
  await noteProvisioning({ db, now }, making.project)
  await enqueueProvisioning(db, making, now)
}

async function seen(context: Context, db: Database | Transaction, id: string) {
  const actor = personOf(context)
  const project = await find(db, actor, context.configuration.publicUrl, id)
  if (!project) await refuseLoginMethod(db, actor, id)
  return found(project)
}

function found<T>(record: T | undefined): T {
  if (record === undefined) throw new Problem('notFound')
  return record
}
