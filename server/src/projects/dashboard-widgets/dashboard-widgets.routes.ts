import {
  administers,
  isNoGuest,
  isSignedIn,
  type Person,
  readsCustomer,
  withAnyLoginMethod,
} from '@lintel/contract/people/permissions'
import { Problem } from '@lintel/contract/problems'
import { type DashboardWidget, dashboardWidgets, mostWidgets } from '@lintel/contract/projects/dashboard-widgets'
import type { Change } from '../../platform/context'
import type { Database, Transaction } from '../../platform/database'
import { serve } from '../../platform/serve'
import { methodsWanted } from '../projects/project-rights.store'
import {
  add,
  amongVisible,
  change,
  find,
  type HeldCard,
  hasImage,
  holdCard,
  listVisible,
  move,
  placeOfWidget,
  remove,
} from './dashboard-widgets.store'

/** The widgets on dashboards: read by who reads the customer, changed by its administrators. */
export const dashboardWidgetRoutes = serve(dashboardWidgets, {
  find,
  among: amongVisible,
  missingMethods: methodsOfWidget,
  tenant: ({ customer }) => customer,
  list: {
    may: isSignedIn,
    run: ({ db, actor }, query) => listVisible(db, actor, query),
  },
  read: { may: isSignedIn },
  create: {
    may: isNoGuest,
    async run(changing, draft) {
      const card = await cardOf(changing, draft.project, '/data/relationships/project')
      if (!administers(changing.actor, card.customer)) throw new Problem('forbidden')
      if (card.count >= mostWidgets)
        throw new Problem('conflict', { detail: `A card has at most ${mostWidgets} widgets` })
      await mustHaveImage(changing, card, draft)
      return add(changing, card, draft)
    },
  },
  update: {
    may: (actor, { customer }) => administers(actor, customer),
    async run(changing, { id, version, project }, { order, ...content }) {
      const card = await cardOf(changing, project)
      const now = await unchanged(changing, id, version)
      await mustHaveImage(changing, card, { typeName: now.typeName, image: content.image ?? null })
      if (order !== undefined && order >= card.count)
        throw new Problem('invalid', { pointer: '/data/attributes/order' })
      if (order !== undefined) await move(changing, now, order)
      await change(changing, id, content)
    },
  },
  remove: {
    may: (actor, { customer }) => administers(actor, customer),
    async run(changing, { id, version, project }) {
      await cardOf(changing, project)
      await remove(changing, await unchanged(changing, id, version))
    },
  },
})

/** The login methods that would show the project of a widget to somebody who reads dashboards of its customer. */
async function methodsOfWidget(db: Database | Transaction, actor: Person, id: string) {
  const place = await placeOfWidget(db, id)
  if (!place || !readsCustomer(withAnyLoginMethod(actor), place.customer)) return undefined
  return methodsWanted(db, actor, place.project)
}

/** Holds the card of a project; one that is deleted cannot be changed. */
async function cardOf({ db, actor }: Change<Person>, project: string, pointer?: string): Promise<HeldCard> {
  const card = await holdCard(db, actor, project)
  if (card) return card
  if (pointer !== undefined) throw new Problem('unknownReference', { pointer })
  throw new Problem('conflict', { detail: 'The project is deleted' })
}

/** The widget as it is now that its card is held, which is as the person saw it. */
async function unchanged({ db, actor }: Change<Person>, id: string, version: number): Promise<DashboardWidget> {
  const now = await find(db, actor, id)
  if (!now || now.version !== version) throw new Problem('stale')
  return now
}

/** An image is one that was uploaded for this project, and shown by a widget of that type. */
async function mustHaveImage(
  { db }: Change<Person>,
  { project }: HeldCard,
  { typeName, image }: Pick<DashboardWidget, 'typeName' | 'image'>,
): Promise<void> {
  if (image === null) return
  if (typeName !== 'image' || !(await hasImage(db, project, image)))
    throw new Problem('unknownReference', { pointer: '/data/attributes/image' })
}
