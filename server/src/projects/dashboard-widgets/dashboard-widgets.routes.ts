import {
  administers,
  isFullUser,
  isSignedIn,
  type Person,
  readsCustomer,
  withAnyLoginMethod,
} from '@lintel/contract/people/permissions'
import { Problem } from '@lintel/contract/problems'
import { type DashboardWidget, dashboardWidgets, maxWidgets } from '@lintel/contract/projects/dashboard-widgets'
import type { Change } from '../../platform/context'
import type { Database, Transaction } from '../../platform/database'
import { serve } from '../../platform/serve'
import { requiredLoginMethods } from '../projects/project-rights.store'
import {
  add,
  change,
  find,
  findVisibleByIds,
  findWidgetProject,
  hasImage,
  type LockedCard,
  listVisible,
  lockCard,
  move,
  remove,
} from './dashboard-widgets.store'

/** Dashboard widgets: readable by everybody who reads the customer, changed by its administrators. */
export const dashboardWidgetRoutes = serve(dashboardWidgets, {
  find,
  findByIds: findVisibleByIds,
  missingMethods: loginMethodsOfWidget,
  tenant: ({ customer }) => customer,
  list: {
    may: isSignedIn,
    run: ({ db, actor }, query) => listVisible(db, actor, query),
  },
  read: { may: isSignedIn },
  create: {
    may: isFullUser,
    async run(changing, draft) {
      const card = await lockCardOrThrow(changing, draft.project, '/data/relationships/project')
      if (!administers(changing.actor, card.customer)) throw new Problem('forbidden')
      if (card.count >= maxWidgets) throw new Problem('cardFull')
      await assertImage(changing, card, draft)
      return add(changing, card, draft)
    },
  },
  update: {
    may: (actor, { customer }) => administers(actor, customer),
    async run(changing, { id, version, project }, { order, ...content }) {
      const card = await lockCardOrThrow(changing, project)
      const now = await currentWidget(changing, id, version)
      await assertImage(changing, card, { typeName: now.typeName, image: content.image ?? null })
      if (order !== undefined && order >= card.count)
        throw new Problem('invalid', { pointer: '/data/attributes/order' })
      if (order !== undefined) await move(changing, now, order)
      await change(changing, id, content)
    },
  },
  remove: {
    may: (actor, { customer }) => administers(actor, customer),
    async run(changing, { id, version, project }) {
      await lockCardOrThrow(changing, project)
      await remove(changing, await currentWidget(changing, id, version))
    },
  },
})

/** The login methods that would open the widget's project to somebody who reads the customer's dashboards. */
async function loginMethodsOfWidget(db: Database | Transaction, actor: Person, id: string) {
  const location = await findWidgetProject(db, id)
  if (!location || !readsCustomer(withAnyLoginMethod(actor), location.customer)) return undefined
  return requiredLoginMethods(db, actor, location.project)
}

/** Locks the card of a project; throws if the project is deleted. */
async function lockCardOrThrow({ db, actor }: Change<Person>, project: string, pointer?: string): Promise<LockedCard> {
  const card = await lockCard(db, actor, project)
  if (card) return card
  if (pointer !== undefined) throw new Problem('unknownReference', { pointer })
  throw new Problem('conflict', { detail: 'The project is deleted' })
}

/** The current widget, read under the card's lock; throws `stale` if its version has changed. */
async function currentWidget({ db, actor }: Change<Person>, id: string, version: number): Promise<DashboardWidget> {
  const now = await find(db, actor, id)
  if (!now || now.version !== version) throw new Problem('stale')
  return now
}

/** Throws unless the image was uploaded for this project and the widget is of type `image`. */
async function assertImage(
  { db }: Change<Person>,
  { project }: LockedCard,
  { typeName, image }: Pick<DashboardWidget, 'typeName' | 'image'>,
): Promise<void> {
  if (image === null) return
  if (typeName !== 'image' || !(await hasImage(db, project, image)))
    throw new Problem('unknownReference', { pointer: '/data/attributes/image' })
}
