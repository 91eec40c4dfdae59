import { setupI18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { type AuditState, exportAuditCsv } from '@lintel/contract/settings/audit-log'
import { platformTenant } from '@lintel/contract/settings/events'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, createRootRoute, createRouter, RouterContextProvider } from '@tanstack/react-router'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test, vi } from 'vitest'
import { propsOf, renderForm } from '../../../test/render-form'
import { neverResponds, useVisibleToasts } from '../../../test/render-hook'
import { LoadError } from '../../api/load-error'
import { Menu } from '../../ui/menu'
import { AuditLog } from './audit-log'
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
