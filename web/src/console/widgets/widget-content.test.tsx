import { setupI18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, createRootRoute, createRouter, RouterContextProvider } from '@tanstack/react-router'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { CallFailure } from '../../api/failure'
import { newWidget } from './edited-widget'
import { WidgetContent } from './widget-content'
import type { VisibleFigures } from './widget-figures'

const i18n = setupI18n({ locale: 'en', messages: { en: {} } })
const router = createRouter({ routeTree: createRootRoute(), history: createMemoryHistory() })
const render = (
  typeName: Parameters<typeof newWidget>[1],
  figures: Partial<VisibleFigures> | undefined,
  error: Error | null = null,
) =>
  renderToStaticMarkup(
    <I18nProvider i18n={i18n}>
      <QueryClientProvider client={new QueryClient()}>
        <RouterContextProvider router={router}>
          <WidgetContent
            widget={newWidget('p', typeName, 0)}
            figures={figures && { state: 'read', ...figures }}
            error={error}
          />
        </RouterContextProvider>
      </QueryClientProvider>
    </I18nProvider>,
  )
const labels = ['2026-11-20', '2026-11-21', '2026-11-22']

test('before its numbers are there a widget is loading; where they cannot be read it says so, with another try', () => {
  expect(render('workflows', undefined)).toContain('aria-label="Loading"')
  const failed = render('workflows', undefined, new CallFailure(500, [], 'request-1'))
  expect(failed).toContain('Try again')
  expect(failed).toContain('request-1')
})

test('a table in which nothing is selected says so without waiting for numbers, unless its project says something else', () => {
  for (const figures of [undefined, { checklists: [] }]) {
    const rendered = render('checklists', figures)
    expect(rendered).toContain('No checklists are selected.')
    expect(rendered).not.toContain('aria-label="Loading"')
  }
  expect(render('checklists', { state: 'hibernated' })).toContain('This project hibernates.')
})

test('a trend whose workflow was deleted says so, an image that is still to be chosen as well', () => {
  const rendered = render('workflow-chart', {})
  expect(rendered).toContain('The workflow of this trend is gone.')
  expect(rendered).not.toContain('There is no image yet.')
  expect(render('image', {})).toContain('There is no image yet.')
})

test('numbers that were read stay while a later reading fails', () => {
  const failed = render('workflows', { workflows: [] }, new CallFailure(500, [], 'request-1'))
  expect(failed).not.toContain('Try again')
})

test.each([
  ['deleted', 'This project is deleted.'],
  ['hibernated', 'This project hibernates.'],
  ['stopped', 'This project is stopped.'],
  ['crashed', 'This project has crashed.'],
  ['moved', 'This project belongs to another customer now.'],
] as const)('the widget of a project that is %s says so in its place', (state, text) => {
  expect(render('generic-info', { state })).toContain(text)
})

test('a trend without topics says that there are none, one with topics is drawn', () => {
  const none = render('workflow-chart', { trend: { labels, open: [0, 0, 0], closed: [0, 0, 0] } })
  expect(none).toContain('There have been no topics in the last 365 days.')
  expect(none).not.toContain('slider')
  const some = render('workflow-chart', { trend: { labels, open: [3, 5, 4], closed: [0, 0, 2] } })
  expect(some).toContain('role="slider"')
  expect(some).toContain('aria-valuetext="Nov 22, 2026: 4 open, 2 closed"')
})

test('a table of checklists shows name, id and each state in all and of today', () => {
  const counts = { notStarted: 11, inProgress: 22, done: 33, notStartedToday: 1, inProgressToday: 2, doneToday: 3 }
  const rendered = render('checklists', { checklists: [{ id: 'c-1', name: 'Pour control', ...counts } as never] })
  expect([...rendered.matchAll(/<td[^>]*>([^<]*)/g)].map(([, cell]) => cell)).toEqual([
    'c-1',
    '11',
    '1',
    '22',
    '2',
    '33',
    '3',
  ])
  for (const heading of ['Name', 'Id', 'Not started', 'In progress', 'Done', 'today'])
    expect(rendered).toContain(`>${heading}<`)
})

test('a table of workflows shows name, id and each state in all and of today', () => {
  const counts = { totalOpen: 11, totalDone: 22, totalClosed: 33, openedToday: 1, doneToday: 2, closedToday: 3 }
  const rendered = render('workflows', { workflows: [{ id: 'w-1', workflowName: 'Defects', ...counts } as never] })
  expect([...rendered.matchAll(/<td[^>]*>([^<]*)/g)].map(([, cell]) => cell)).toEqual([
    'w-1',
    '11',
    '1',
    '22',
    '2',
    '33',
    '3',
  ])
  expect(rendered).toContain('Defects')
})
