import { type JsonApiDocument, jsonApiMediaType } from '@lintel/contract/jsonapi/document'
import { listAddress } from '@lintel/contract/jsonapi/query'
import type { WidgetFigures } from '@lintel/contract/projects/dashboard-figures'
import type { dashboardWidgets } from '@lintel/contract/projects/dashboard-widgets'
import type { projectStats } from '@lintel/contract/projects/project-stats'
import { keepEarly } from '../../api/early-answers'
import { recordsOf } from '../../api/resource'
import { send } from '../../api/send'
import { startingLocale } from '../../i18n/language-choice'
import { askConsoleEarly, askEarly, type SettingsDocument, valueIn } from '../../session/early-console'
import { cardOrders, cardsOf, defaultOrder, openingCards, orderCards, widgetFields } from './board'

/**
 * What the board of project widgets asks first of a customer: its widgets, and the projects that have some. Written down, because the
 * declarations of the contract bring zod along, which this must not wait for; a test holds it to what the board asks for.
 */
export const boardAddresses = (customer: string): string[] => [
  listAddress(
    { path: '/mgw/api/v3/dashboard-widgets' },
    { filter: { customer }, fields: { 'dashboard-widgets': [...widgetFields] }, page: { size: 2_000 } },
  ),
  listAddress(
    { path: '/mgw/api/v3/project-stats' },
    {
      filter: { customer, hasWidgets: true },
      fields: {
        'project-stats': [...cardOrders, 'deletedAt'],
      },
      page: { size: 1_000 },
    },
  ),
]

/** The call that reads the figures of widgets, written down for the same reason, with how many it reads at most. */
export const figuresCall = { method: 'POST', path: '/mgw/api/v3/dashboard-figures', most: 100 } as const

/** Asks early for what the board of project widgets shows: its cards, and as soon as they are known the figures of those it opens with. */
export const askBoardEarly = (): Promise<void> =>
  askConsoleEarly((customer, settings) => {
    const [widgets, stats] = boardAddresses(customer).map((address) => askEarly(address, jsonApiMediaType))
    // What is searched for is ordered and drawn by the board alone.
    if (new URLSearchParams(location.search).has('search')) return
    const documents = Promise.all([widgets, stats, settings]) as Promise<
      [JsonApiDocument, JsonApiDocument, SettingsDocument]
    >
    keepEarly(figuresCall.path, documents.then(askFigures))
  })

/** Figures that were asked for early, and of which versions of their widgets. */
export interface EarlyFigures {
  widgets: readonly WidgetFigures[]
  versions: ReadonlyMap<string, number>
}

async function askFigures([widgets, stats, settings]: [
  JsonApiDocument,
  JsonApiDocument,
  SettingsDocument,
]): Promise<EarlyFigures> {
  const kept = valueIn(settings, 'dashboard-order')
  const propertyName = cardOrders.find((known) => known === kept?.propertyName)
  const order = propertyName ? { propertyName, ascending: kept?.ascending !== false } : defaultOrder
  const cards = cardsOf(recordsOf<typeof projectStats>(stats), recordsOf<typeof dashboardWidgets>(widgets))
  const opening = orderCards(cards, order, startingLocale()).slice(0, openingCards)
  const versions = new Map(
    opening.flatMap((card) => card.widgets.map(({ id, version }) => [id, version] as const)).slice(0, figuresCall.most),
  )
  if (versions.size === 0) throw new Error('The board has no widgets')
  const body = { widgets: [...versions.keys()] }
  const answer = await send({ method: figuresCall.method, address: figuresCall.path, isEarly: true, body })
  return { ...(answer as Pick<EarlyFigures, 'widgets'>), versions }
}
