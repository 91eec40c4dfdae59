import { setupI18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import type { WidgetFigures } from '@lintel/contract/projects/dashboard-figures'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { CallFailure } from '../../../api/failure'
import { type WallWidget, wallImage } from './wall-calls'
import { TileContent } from './wall-tile-box'
import { tilesOf } from './wall-tiles'

const i18n = setupI18n({ locale: 'en', messages: { en: {} } })

/** Renders the tiles of a widget with these figures. */
function render(
  typeName: WallWidget['typeName'],
  read: Partial<WidgetFigures>,
  { image = null, queries = new QueryClient() }: { image?: string | null; queries?: QueryClient } = {},
): string {
  const widget: WallWidget = {
    ...{ id: 'w', typeName, project: 'harbour', projectName: 'Harbour', order: 0 },
    ...{ size: [1, 1], dataIds: null, image },
  }
  const figures: WidgetFigures = { id: 'w', state: 'read', readAt: '2026-11-23T09:00:00.000Z', ...read }
  return renderToStaticMarkup(
    <I18nProvider i18n={i18n}>
      <QueryClientProvider client={queries}>
        {tilesOf([widget], new Map([['w', figures]])).map((tile) => (
          <TileContent key={tile.key} tile={tile} />
        ))}
      </QueryClientProvider>
    </I18nProvider>,
  )
}

test('no tile of a wall is empty: where a widget has nothing to show, it says why', () => {
  expect(render('generic-info', { state: 'hibernated' })).toContain('This project hibernates.')
  expect(render('checklists', { checklists: [] })).toContain('No checklists are selected.')
  expect(render('workflows', { workflows: [] })).toContain('This project has no workflows.')
  expect(render('image', {})).toContain('There is no image yet.')
})

test('the trend of a workflow that was deleted says so on a wall, any other one is drawn', () => {
  const html = render('workflow-chart', {})
  expect(html).toContain('The workflow of this trend is gone.')
  expect(html).not.toContain('<svg')
  const rendered = render('workflow-chart', {
    trend: { labels: ['2026-11-21', '2026-11-22'], open: [3, 5], closed: [0, 2] },
  })
  expect(rendered).toContain('<svg')
  expect(rendered).toContain('Nov 22, 2026: 5 open, 2 closed')
})

test('an image of a wall that could not be loaded says so in its tile', async () => {
  // What is rendered once does not load.
  const queries = new QueryClient({ defaultOptions: { queries: { retry: false, retryOnMount: false } } })
  const failure = new CallFailure(500, [], 'r0')
  await queries.prefetchQuery({ queryKey: wallImage('i').queryKey, queryFn: () => Promise.reject(failure) })
  const text = 'Something went wrong on our side. It is tried again by itself.'
  expect(render('image', {}, { image: 'i', queries })).toContain(text)
  queries.setQueryData(wallImage('i').queryKey, 'data:image/png;base64,')
  const loaded = render('image', {}, { image: 'i', queries })
  expect(loaded).toContain('<img')
  expect(loaded).not.toContain(text)
})
