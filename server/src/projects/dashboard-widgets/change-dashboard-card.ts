import { administers, type Person } from '@lintel/contract/people/permissions'
import { Problem } from '@lintel/contract/problems'
import type { ChangeDashboardCard } from '@lintel/contract/projects/dashboard-card-changes'
import { dashboardWidgets, maxWidgets } from '@lintel/contract/projects/dashboard-widgets'
import {
  type ChangeKind,
  type ChangeResult,
  inputPointer,
  type RowsToProcess,
  Stale,
} from '../../people/change-sets/engine/change-kind'
import type { Change } from '../../platform/context'
import type { Database, Transaction } from '../../platform/database'
import { type CurrentCard, planRedoneRows, planWidgetRows, type WidgetRow } from './card-rows'
import {
  applyWidgetRows,
  findChangedWidgets,
  findTouchedWidgets,
  findUndoneRows,
  insertWidgetRows,
  isInOrder,
  projectOfRows,
  readCurrentCard,
  undoWidgetRows,
} from './card-rows.store'
import { findCard, type LockedCard, lockCard } from './dashboard-widgets.store'

/** Adds, changes, moves and removes the widgets of a project's card in one step; an empty list deletes the card. */
export const changeDashboardCardKind: ChangeKind<'dashboard-widgets'> = {
  kind: 'dashboard-widgets',
  changes: [dashboardWidgets.type],

  async read(input, { db, customer, actor }) {
    const { project } = input
    const visibleCard = await findCard(db, actor, project)
    if (visibleCard?.customer !== customer || !administers(actor, customer))
      throw new Problem('unknownReference', { pointer: `${inputPointer}/project` })
    const { images, planRows } = await planInput(input, db, customer)
    return {
      // A card is planned as a whole, in one step.
      total: 1,
      async plan(transaction, set) {
        // The lock waits for concurrent changes, so that the plan matches what is applied.
        const card = await lockCard(transaction, set.actor, project)
        if (card?.customer !== customer) throw new Stale()
        await insertWidgetRows(
          transaction,
          set.id,
          card,
          planRows(await readCurrentCard(transaction, card.project, images)),
        )
      },
    }
  },

  async apply(change, set) {
    const card = await lockCardOfRows(change, set)
    if (!card) return { changed: 0 }
    const changed = await applyWidgetRows(change, set.id, card)
    if (!(await isInOrder(change.db, card.project))) throw new Stale()
    return toResult(change, set, changed)
  },

  touched: (db, { id, customer }) => findTouchedWidgets(db, id, customer),

  async undo(change, set) {
    const card = await lockCardOfRows(change, set)
    if (!card) return { changed: 0 }
    // The card is locked now: rows touched since the earlier check are not undone.
    if ((await findTouchedWidgets(change.db, set.id, set.customer)).length > 0) return { changed: 0 }
    const undone = await undoWidgetRows(change, set.id, card)
    await assertNotOverfilled(change, card)
    return toResult(change, set, undone)
  },
}

/** The requested images of a card, and the function that plans its rows against the current card. */
interface CardPlan {
  images: readonly string[]
  planRows(now: CurrentCard): WidgetRow[]
}

/** Reads the input: either the requested widgets or the repetition of an undone change set. */
async function planInput(
  { project, widgets, expected, again }: ChangeDashboardCard,
  db: Database | Transaction,
  customer: string,
): Promise<CardPlan> {
  if (widgets) {
    if (again !== undefined) throw new Problem('invalid', { pointer: `${inputPointer}/again` })
    const images = widgets.flatMap(({ image }) => image ?? [])
    return { images, planRows: (now) => planWidgetRows({ widgets, expected }, now) }
  }
  if (again === undefined) throw new Problem('required', { pointer: `${inputPointer}/widgets` })
  const appliedRows = await findUndoneRows(db, { set: again, customer, project: project.toLowerCase() })
  if (!appliedRows) throw new Problem('unknownReference', { pointer: `${inputPointer}/again` })
  return {
    images: appliedRows.flatMap(({ after }) => after?.image ?? []),
    planRows: (now) => planRedoneRows(appliedRows, now),
  }
}

async function lockCardOfRows(
  { db, actor }: Change<Person>,
  { id, customer }: RowsToProcess,
): Promise<LockedCard | undefined> {
  const project = await projectOfRows(db, id)
  const card = project === undefined ? undefined : await lockCard(db, actor, project)
  return card?.customer === customer ? card : undefined
}

/** Throws if a card has got more widgets than it may have, which rolls back the transaction. */
async function assertNotOverfilled({ db, actor }: Change<Person>, before: LockedCard): Promise<void> {
  const { count = 0 } = (await findCard(db, actor, before.project)) ?? {}
  if (count > maxWidgets && count > before.count) throw new Problem('cardFull')
}

const toResult = async ({ db }: Change<Person>, { id }: RowsToProcess, changed: number): Promise<ChangeResult> => ({
  changed,
  records: await findChangedWidgets(db, id),
})
