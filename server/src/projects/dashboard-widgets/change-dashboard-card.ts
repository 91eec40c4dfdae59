import { administers, type Person } from '@lintel/contract/people/permissions'
import { Problem } from '@lintel/contract/problems'
import type { ChangeDashboardCard } from '@lintel/contract/projects/dashboard-card-changes'
import { dashboardWidgets } from '@lintel/contract/projects/dashboard-widgets'
import { type ChangeKind, type Done, type RowsToDo, Stale } from '../../people/change-sets/engine/change-kind'
import type { Change } from '../../platform/context'
import type { Database, Transaction } from '../../platform/database'
import { type CardNow, type WidgetRow, widgetRows, widgetRowsAgain } from './card-rows'
import {
  applyWidgetRows,
  cardNow,
  changedWidgets,
  insertWidgetRows,
  isInOrder,
  projectOfRows,
  touchedWidgets,
  undoneRows,
  undoWidgetRows,
} from './card-rows.store'
import { findCard, type HeldCard, holdCard } from './dashboard-widgets.store'

/** The widgets of a project's card: added, changed, moved and removed as one step; without any, the card is deleted. */
export const changeDashboardCardKind: ChangeKind<'dashboard-widgets'> = {
  kind: 'dashboard-widgets',
  changes: [dashboardWidgets.type],

  async read(input, { db, customer, actor }) {
    const { project } = input
    const seen = await findCard(db, actor, project)
    if (seen?.customer !== customer || !administers(actor, customer))
      throw new Problem('unknownReference', { pointer: `${inputPointer}/project` })
    const { images, rowsOn } = await wantedOf(input, db, customer)
    return {
      // A card is planned whole, in one step.
      total: 1,
      async plan(transaction, set) {
        // Who changes it at the same moment is waited for, so that the plan is what is applied.
        const card = await holdCard(transaction, set.actor, project)
        if (card?.customer !== customer) throw new Stale()
        await insertWidgetRows(transaction, set.id, card, rowsOn(await cardNow(transaction, card.project, images)))
      },
    }
  },

  async apply(change, set) {
    const card = await holdRowsCard(change, set)
    if (!card) return { changed: 0 }
    const changed = await applyWidgetRows(change, set.id, card)
    if (!(await isInOrder(change.db, card.project))) throw new Stale()
    return told(change, set, changed)
  },

  touched: (db, { id, customer }) => touchedWidgets(db, id, customer),

  async undo(change, set) {
    const card = await holdRowsCard(change, set)
    if (!card) return { changed: 0 }
    // Nobody changes it from here on: what was touched since it was looked at is not undone.
    if ((await touchedWidgets(change.db, set.id, set.customer)).length > 0) return { changed: 0 }
    return told(change, set, await undoWidgetRows(change, set.id, card))
  },
}

/** What a card is to become: the images that it names, and its rows on what the card is now. */
interface Wanted {
  images: readonly string[]
  rowsOn(now: CardNow): WidgetRow[]
}

/** What the input asks for: widgets as they are to be, or an undone change set of the card once more. */
async function wantedOf(
  { project, widgets, expected, again }: ChangeDashboardCard,
  db: Database | Transaction,
  customer: string,
): Promise<Wanted> {
  if (widgets) {
    if (again !== undefined) throw new Problem('invalid', { pointer: `${inputPointer}/again` })
    const images = widgets.flatMap(({ image }) => image ?? [])
    return { images, rowsOn: (now) => widgetRows({ widgets, expected }, now) }
  }
  if (again === undefined) throw new Problem('required', { pointer: `${inputPointer}/widgets` })
  const done = await undoneRows(db, { set: again, customer, project: project.toLowerCase() })
  if (!done) throw new Problem('unknownReference', { pointer: `${inputPointer}/again` })
  return { images: done.flatMap(({ after }) => after?.image ?? []), rowsOn: (now) => widgetRowsAgain(done, now) }
}

const inputPointer = '/data/attributes/input'

async function holdRowsCard({ db, actor }: Change<Person>, { id, customer }: RowsToDo): Promise<HeldCard | undefined> {
  const project = await projectOfRows(db, id)
  const card = project === undefined ? undefined : await holdCard(db, actor, project)
  return card?.customer === customer ? card : undefined
}

const told = async ({ db }: Change<Person>, { id }: RowsToDo, changed: number): Promise<Done> => ({
  changed,
  records: await changedWidgets(db, id),
})
