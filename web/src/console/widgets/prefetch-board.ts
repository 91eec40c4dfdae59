import { type JsonApiDocument, jsonApiMediaType } from '@lintel/contract/jsonapi/document'
import { listAddress } from '@lintel/contract/jsonapi/query'
import type { WidgetFigures } from '@lintel/contract/projects/dashboard-figures'
import type { dashboardWidgets } from '@lintel/contract/projects/dashboard-widgets'
import type { projectStats } from '@lintel/contract/projects/project-stats'
import { storePrefetched } from '../../api/prefetched-responses'
import { recordsOf } from '../../api/resource'
import { send } from '../../api/send'
import { startingLocale } from '../../i18n/language-choice'
import { prefetch, prefetchConsole, type SettingsDocument, valueIn } from '../../session/prefetch-console'
import { cardOrders, cardsOf, defaultOrder, initialCardCount, orderCards, widgetFields } from './board'

/**
 * URLs of the first requests of the board: a customer's widgets, and the projects that have some. Literal strings, because the contract's
 * declarations would load zod first; a test compares them with the board's requests.
 */
export const boardUrls = (customer: string): string[] => [
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

/** The request that reads the figures of widgets, literal for the same reason, with its maximum number of widgets. */
export const figuresRequest = { method: 'POST', path: '/mgw/api/v3/dashboard-figures', maxWidgets: 100 } as const

/** Prefetches the data of the widget board: its cards and, as soon as they are known, the figures of the first ones. */
export const prefetchBoard = (): Promise<void> =>
  prefetchConsole((customer, settings) => {
    const [widgets, stats] = boardUrls(customer).map((address) => prefetch(address, jsonApiMediaType))
    // A search changes which cards come first, so the board itself loads the figures.
    if (new URLSearchParams(location.search).has('search')) return
    const documents = Promise.all([widgets, stats, settings]) as Promise<
      [JsonApiDocument, JsonApiDocument, SettingsDocument]
    >
    storePrefetched(figuresRequest.path, documents.then(fetchFigures))
  })

/** Prefetched figures, and the versions of the widgets that they belong to. */
export interface PrefetchedFigures {
  widgets: readonly WidgetFigures[]
  versions: ReadonlyMap<string, number>
}

async function fetchFigures([widgets, stats, settings]: [
  JsonApiDocument,
  JsonApiDocument,
  SettingsDocument,
]): Promise<PrefetchedFigures> {
  const storedOrder = valueIn(settings, 'dashboard-order')
  const propertyName = cardOrders.find((known) => known === storedOrder?.propertyName)
  const order = propertyName ? { propertyName, ascending: storedOrder?.ascending !== false } : defaultOrder
  const cards = cardsOf(recordsOf<typeof projectStats>(stats), recordsOf<typeof dashboardWidgets>(widgets))
  const initialCards = orderCards(cards, order, startingLocale()).slice(0, initialCardCount)
  const versions = new Map(
    initialCards
      .flatMap((card) => card.widgets.map(({ id, version }) => [id, version] as const))
      .slice(0, figuresRequest.maxWidgets),
  )
  if (versions.size === 0) throw new Error('The board has no widgets')
  const body = { widgets: [...versions.keys()] }
  const answer = await send({ method: figuresRequest.method, address: figuresRequest.path, isPrefetch: true, body })
  return { ...(answer as Pick<PrefetchedFigures, 'widgets'>), versions }
}
