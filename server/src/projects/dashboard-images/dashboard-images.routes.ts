import { Readable } from 'node:stream'
import {
  administers,
  isNoGuest,
  isSignedIn,
  type Person,
  readsCustomer,
  withAnyLoginMethod,
} from '@lintel/contract/people/permissions'
import { Problem } from '@lintel/contract/problems'
import { largestImage, readDashboardImage, uploadDashboardImage } from '@lintel/contract/projects/dashboard-images'
import { personOf } from '../../identity/signed-in'
import { answer } from '../../platform/answer'
import type { Context, Platform } from '../../platform/context'
import { openObjectStore } from '../../platform/objects/open-object-store'
import { storeWithRows } from '../../platform/objects/store-with-rows'
import { loginMethodRequired } from '../../platform/refusal'
import type { Route } from '../../platform/route'
import { findCard, holdCard } from '../dashboard-widgets/dashboard-widgets.store'
import { methodsWanted } from '../projects/project-rights.store'
import { addImage, findImage, placeOfImage } from './dashboard-images.store'
import { rewriteImage } from './rewrite-image'
import { sendImage } from './send-image'

/** The file, the project beside it, and what stands between them. */
const bodyLimit = largestImage + 64 * 1_024

/** Images on dashboards: uploaded by administrators of the customer, seen by who reads the dashboard. */
export function dashboardImageRoutes({ configuration }: Pick<Platform, 'configuration'>): Route[] {
  const store = openObjectStore(configuration)
  return [
    answer(uploadDashboardImage, {
      may: isNoGuest,
      takesFiles: true,
      bodyLimit,
      async run(context, { body: { project, file } }) {
        const actor = personOf(context)
        const card = await findCard(context.db, actor, project)
        if (!card) throw new Problem('unknownReference', { pointer: '/project' })
        if (!administers(actor, card.customer)) throw new Problem('forbidden')
        if (file.bytes.length > largestImage) throw new Problem('tooLarge')
        const { bytes, width, height } = await rewriteImage(file.bytes)
        return storeWithRows(context, store, Readable.from([bytes]), ({ key, size }) =>
          context.change(async (change) => {
            const changing = { ...change, actor }
            // Deleted, moved or closed while the image was on its way.
            const held = await holdCard(change.db, actor, project)
            if (!held || !administers(actor, held.customer))
              throw new Problem('unknownReference', { pointer: '/project' })
            const { customer } = held
            const id = await addImage(changing, { project: held.project, customer, key, size, width, height })
            change.audit({
              action: 'dashboard-images.upload',
              customer,
              target: { type: 'projects', id: held.project },
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
        if (!image) throw await unknownUnlessClosed(context, actor, id)
        return sendImage(store, image, reply)
      },
    }),
  ]
}

/** An image that is not shown: 403 where another login method would show its project, else 404. */
async function unknownUnlessClosed({ db }: Pick<Context, 'db'>, actor: Person, id: string): Promise<Problem> {
  const place = await placeOfImage(db, id)
  if (!place || !readsCustomer(withAnyLoginMethod(actor), place.customer)) return new Problem('notFound')
  const methods = await methodsWanted(db, actor, place.project)
  return methods ? loginMethodRequired(methods) : new Problem('notFound')
}
