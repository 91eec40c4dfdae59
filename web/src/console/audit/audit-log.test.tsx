import { setupI18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { type AuditState, exportAuditCsv } from '@lintel/contract/settings/audit-log'
import { platformTenant } from '@lintel/contract/settings/events'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, createRootRoute, createRouter, RouterContextProvider } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test, vi } from 'vitest'
import { pressedButton } from '../../../test/pressed-button'
import { allPropsOf, propsOf, renderForm } from '../../../test/render-form'
import { neverResponds, useVisibleToasts } from '../../../test/render-hook'
import { LoadError } from '../../api/load-error'
import { createQueryClient } from '../../api/query-client'
import { Button } from '../../ui/button'
import { Menu } from '../../ui/menu'
import { takeLostFocus } from '../../ui/take-lost-focus'
import { AuditEventRow } from './audit-event-row'
import { auditEventsQuery } from './audit-events-query'
import { AuditFilters } from './audit-filters'
import { AuditLog } from './audit-log'
import type { AuditSearch } from './audit-search'
import { AuditStateLine } from './audit-state-line'

test('an export that fails is told in a toast with the request’s id, and leaves nothing on the screen', async () => {
  vi.stubGlobal('fetch', async (address: string) =>
    address.startsWith(exportAuditCsv.path)
      ? new Response('', { status: 500, headers: { 'x-request-id': 'export-1' } })
      : neverResponds(address),
  )
  const { current: rendered, change } = await renderForm(() => ({
    screen: AuditLog({ customer: 'north', selector: null, search: {}, onSearch: () => undefined }),
    toasts: useVisibleToasts(),
  }))
  expect(rendered().toasts).toEqual([])
  await change(({ screen }) =>
    propsOf(Menu, screen)
      .items.find(({ key }) => key === 'csv')
      ?.onChoose(),
  )
  await expect
    .poll(() => rendered().toasts)
    .toMatchObject([
      { kind: 'problem', text: 'Something went wrong on our side. Try again in a moment.', requestId: 'export-1' },
    ])
  expect(() => propsOf(LoadError, rendered().screen)).toThrow()
})

const i18n = setupI18n({ locale: 'en', messages: { en: {} } })
const router = createRouter({ routeTree: createRootRoute(), history: createMemoryHistory() })

/** The state line of a log with these broken chains, as text and as the links in it. */
function renderState(customer: string | undefined, broken: Omit<AuditState['broken'][number], 'reason'>[]) {
  const queries = new QueryClient()
  const state: AuditState = {
    chains: 9,
    verifiedUntil: null,
    broken: broken.map((each) => ({ ...each, reason: 'it is not what was written' })),
  }
  queries.setQueryData(['audit-state', customer], state)
  const rendered = renderToStaticMarkup(
    <I18nProvider i18n={i18n}>
      <QueryClientProvider client={queries}>
        <RouterContextProvider router={router}>
          <AuditStateLine customer={customer} />
        </RouterContextProvider>
      </QueryClientProvider>
    </I18nProvider>,
  )
  const items = [...rendered.matchAll(/<li>(.*?)<\/li>/g)].map(([, item = '']) => item.replace(/<[^>]*>/g, ''))
  const links = [...rendered.matchAll(/<a [^>]*href="([^"]*)"[^>]*>([^<]*)<\/a>/g)].map(([, to = '', name]) => ({
    name,
    search: Object.fromEntries(new URL(to.replaceAll('&amp;', '&'), 'https://lintel.example').searchParams),
  }))
  return { items, links }
}

const ofPlatform = { customer: null, customerName: null, sequence: 4_711 }
const ofCustomer = { customer: 'nord', customerName: 'Nordbygg AS', sequence: 7 }
const ofDeleted = { customer: 'gone', customerName: null, sequence: 1 }

test('each broken chain is listed with whose it is, and leads to all of its events', () => {
  const { items, links } = renderState(undefined, [ofCustomer, ofPlatform, ofDeleted])
  expect(items).toEqual([
    'Nordbygg AS: event 7 is the first that does not fit the one before it.',
    'The platform: event 4,711 is the first that does not fit the one before it.',
    'A deleted customer: event 1 is the first that does not fit the one before it.',
  ])
  expect(links).toEqual([
    { name: 'Nordbygg AS', search: { customer: 'nord', everyday: 'true' } },
    { name: 'The platform', search: { customer: platformTenant, everyday: 'true' } },
    { name: 'A deleted customer', search: { customer: 'gone', everyday: 'true' } },
  ])
})

test('from a log that the selector does not list, a link leads back to that of all customers', () => {
  const back = { name: 'Show the log of all customers', search: {} }
  expect(renderState(platformTenant, [ofPlatform]).links).toContainEqual(back)
  expect(renderState('gone', [ofDeleted]).links).toContainEqual(back)
  expect(renderState('nord', [ofCustomer]).links).not.toContainEqual(back)
})

const event = {
  ...{ id: 'e0', occurredAt: '2026-03-01T10:00:00Z', actor: 'anna@x', action: 'users.update', user: 'kari@x' },
  ...{
    target: null,
    targetName: null,
    targetType: 'users',
    result: 'success',
    reason: null,
    before: null,
    after: null,
  },
  ...{ apiToken: null, ip: null, userAgent: null, requestId: null, sequence: 1, hash: '0123' },
} as unknown as Parameters<typeof AuditEventRow>[0]['event']

/** The log of a search whose first page has this many events, of more. */
async function openLog(search: AuditSearch, count: number) {
  vi.stubGlobal('fetch', neverResponds)
  const queries = createQueryClient()
  const page = (from: number, length: number, next: string | undefined) => ({
    ...{ total: 100, included: [], next },
    records: Array.from({ length }, (_, at) => ({ ...event, id: `e${from + at}` })),
  })
  const { queryKey } = auditEventsQuery({ ...search, customer: 'north' })
  const store = (...pages: object[]) =>
    queries.setQueryData(queryKey, { pages, pageParams: pages.map((_, at) => String(at)) } as never)
  store(page(0, count, count > 0 ? 'next' : undefined))
  const changes: AuditSearch[] = []
  const { current, change } = await renderForm(
    () => AuditLog({ customer: 'north', selector: null, search, onSearch: (changed) => changes.push(changed) }),
    queries,
  )
  return {
    changes,
    press: (label: string) =>
      change((rendered) => {
        const buttons = allPropsOf(Button, rendered)
        buttons.find(({ children }) => textOf(children) === label)?.onClick?.({} as never)
      }),
    readMore: () =>
      change(async () => {
        store(page(0, count, 'next'), page(count, count, undefined))
        // Queries notify in a later task.
        await new Promise((resolve) => setTimeout(resolve))
      }),
    firstField: () => propsOf(AuditFilters, current()).firstField,
    focusTakers: () =>
      allPropsOf(AuditEventRow, current()).flatMap(({ isFirstAdded, event: { id } }) => (isFirstAdded ? [id] : [])),
    /** The text of the live region. */
    announced() {
      const regions = allPropsOf<{ role?: string; children?: ReactNode }>('p' as never, current())
      return textOf(regions.find(({ role }) => role === 'status')?.children)
    },
  }
}

/** The words of rendered elements. */
const textOf = (element: ReactNode) =>
  renderToStaticMarkup(<I18nProvider i18n={i18n}>{element}</I18nProvider>).replace(/<[^>]*>/g, '')

test.each([
  [50, '50 events shown'],
  [1, '1 event shown'],
  [0, 'No event matches the filters'],
])('how many events are shown is announced: %i', async (count, text) => {
  expect((await openLog({ who: 'anna@x' }, count)).announced()).toBe(text)
})

test('earlier events take the focus of the button that is gone with the last of them, and are counted', async () => {
  const log = await openLog({}, 50)
  await log.press('Show earlier events')
  expect(log.focusTakers()).toEqual([])
  await log.readMore()
  expect(log.focusTakers()).toEqual(['e50'])
  expect(log.announced()).toBe('100 events shown')
})

const everything = {
  ...{ who: undefined, what: undefined, about: undefined, result: undefined, from: undefined, until: undefined },
  everyday: true,
}

test('the button that shows all events gives the focus to the first field', async () => {
  const log = await openLog({ who: 'anna@x' }, 0)
  const focus = vi.fn()
  log.firstField().current = { focus } as never
  await log.press('Show all events')
  expect(log.changes).toEqual([everything])
  expect(focus).toHaveBeenCalledOnce()
})

test('so does the one that no longer asks about a person', async () => {
  const focus = vi.fn()
  const changes: AuditSearch[] = []
  const firstField = { current: { focus } as never }
  const { change } = await renderForm(() =>
    AuditFilters({ search: { about: 'kari@x' }, onSearch: (changed) => changes.push(changed), firstField }),
  )
  await change((rendered) => propsOf(Button, rendered).onClick?.({} as never))
  expect(changes).toEqual([{ about: undefined }])
  expect(focus).toHaveBeenCalledOnce()
})

test('everything by or about a person is searched without the other filters, and the focus stays near', async () => {
  const changes: AuditSearch[] = []
  const { change, current } = await renderForm(() =>
    AuditEventRow({ event, isFirstAdded: true, onSearch: (changed) => changes.push(changed) }),
  )
  expect(allPropsOf('li' as never, current())).toMatchObject([{ tabIndex: -1, ref: takeLostFocus }])
  const pressed = pressedButton()
  for (const at of [0, 1]) await change((rendered) => allPropsOf(Button, rendered)[at]?.onClick?.({} as never))
  expect(changes).toEqual([
    { ...everything, who: 'anna@x' },
    { ...everything, about: 'kari@x' },
  ])
  expect(pressed.remove()).toBe('heading')
})
