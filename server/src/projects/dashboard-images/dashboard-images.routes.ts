import { Readable } from 'node:stream'
import {
  administers,
  isFullUser,
  isSignedIn,
  type Person,
  readsCustomer,
  withAnyLoginMethod,
} from '@lintel/contract/people/permissions'
import { Problem } from '@lintel/contract/problems'
import { maxImageBytes, readDashboardImage, uploadDashboardImage } from '@lintel/contract/projects/dashboard-images'
import { personOf } from '../../identity/signed-in'
import { answer } from '../../platform/answer'
import type { Context, Platform } from '../../platform/context'
import { openObjectStore } from '../../platform/objects/open-object-store'
import { storeWithRows } from '../../platform/objects/store-with-rows'
import { PersonGates } from '../../platform/person-gates'
import { loginMethodRequired } from '../../platform/refusal'
import type { Route } from '../../platform/route'
import { findCard, lockCard } from '../dashboard-widgets/dashboard-widgets.store'
import { requiredLoginMethods } from '../projects/project-rights.store'
import { addImage, findImage, findImageProject } from './dashboard-images.store'
import { rewriteImage } from './rewrite-image'
import { sendImage } from './send-image'

/** The file plus 64 KiB for the project field and the multipart boundaries. */
const bodyLimit = maxImageBytes + 64 * 1_024

/** Images on dashboards: uploaded by administrators of the customer, visible to everybody who can read the dashboard. */
export function dashboardImageRoutes({ configuration }: Pick<Platform, 'configuration'>): Route[] {
  const store = openObjectStore(configuration)
  /** Only one image is rewritten at a time: a person takes at most one of the places for it. */
  const uploads = new PersonGates({ running: 1, waiting: 4, waitMs: 20_000 })
  return [
    answer(uploadDashboardImage, {
      may: isFullUser,
      acceptsFiles: true,
      bodyLimit,
      async run(context, { body: { project, file } }) {
        const actor = personOf(context)
        const card = await findCard(context.db, actor, project)
        if (!card) throw new Problem('unknownReference', { pointer: '/project' })
        if (!administers(actor, card.customer)) throw new Problem('forbidden')
        if (file.bytes.length > maxImageBytes) throw new Problem('tooLarge')
        const { bytes, width, height } = await uploads.run(actor.id, () => rewriteImage(file.bytes))
        return storeWithRows(context, store, Readable.from([bytes]), ({ key, size }) =>
          context.change(async (change) => {
            const current = personOf(change)
            // Checks again under the lock: the project may have been deleted, moved or closed during the upload, and the
            // person may have lost their role.
            const locked = await lockCard(change.db, current, project)
            if (!locked || !administers(current, locked.customer))
              throw new Problem('unknownReference', { pointer: '/project' })
            const { customer } = locked
            const id = await addImage(
              { ...change, actor: current },
              { project: locked.project, customer, key, size, width, height },
            )
            change.audit({
              action: 'dashboard-images.upload',
              customer,
              target: { type: 'projects', id: locked.project },
              after: { image: id, size, width, height },
            })
            return { id, width, height }
          }),
        )
      },
    }),
    answer(readDashboardImage, {
      may: isSignedIn,
      async run(context, { parameters: { id } }, reply) {
        const actor = personOf(context)
        const image = await findImage(context.db, actor, id)
        if (!image) throw await hiddenImageProblem(context, actor, id)
        return sendImage(store, image, reply)
      },
    }),
  ]
}

/** Problem for an image that is not visible: 403 if another login method would show its project, else 404. */
async function hiddenImageProblem({ db }: Pick<Context, 'db'>, actor: Person, id: string): Promise<Problem> {
  const location = await findImageProject(db, id)
  if (!location || !readsCustomer(withAnyLoginMethod(actor), location.customer)) return new Problem('notFound')
  const methods = await requiredLoginMethods(db, actor, location.project)
  return methods ? loginMethodRequired(methods) : new Problem('notFound')
}
