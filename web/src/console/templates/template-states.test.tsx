import { setupI18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import type { ProjectTemplate } from '@lintel/contract/projects/project-templates'
import type { TemplateEntry } from '@lintel/contract/projects/template-content'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, createRootRoute, createRouter, RouterContextProvider } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { CallFailure } from '../../api/failure'
import { LibraryFailed } from './library-failed'
import { indexOf } from './library-index'
import { NewOnes } from './new-ones'
import { TemplateSide } from './template-side'
import { Templates } from './templates'

const i18n = setupI18n({ locale: 'en', messages: { en: {} } })
const router = createRouter({ routeTree: createRootRoute(), history: createMemoryHistory() })
const draw = (node: ReactNode) =>
  renderToStaticMarkup(
    <I18nProvider i18n={i18n}>
      <QueryClientProvider client={new QueryClient()}>
        <RouterContextProvider router={router}>{node}</RouterContextProvider>
      </QueryClientProvider>
    </I18nProvider>,
  )

const does = () => undefined
const building = { onRename: does, onRemove: does, onDrop: does, undoKeys: { undo: does, redo: does } }
const template = (...content: TemplateEntry[]): ProjectTemplate => ({
  ...{ id: 't', version: 1, name: 'Housing', customer: 'c', customerName: 'Nord', isDefault: false, numProjects: 0 },
  ...{ content, createdAt: '2026-01-01T00:00:00.000Z', updatedAt: '2026-01-01T00:00:00.000Z' },
})
const entry = (given: Partial<TemplateEntry>): TemplateEntry => ({
  ...{ sourceProjectId: 'l', key: 'checklistId', value: null, renameTo: null, isEverything: false },
  ...given,
})
const index = indexOf([{ id: 'doors', type: 'checklists', path: ['Doors'] }])
const libraries = new Map([['l', { name: 'Standard', index }]])
const failed = { library: { id: 'l', name: 'Standard' }, isRetrying: false, onRetry: does }
const colours = new Map([['l', 'var(--library-3)']])

test('without an active customer nothing new is made, and the buttons say why', () => {
  const drawn = draw(<Templates customer={undefined} selector={null} search={{}} onSearch={does} />)
  expect(drawn.match(/<button[^>]* disabled=""[^>]*aria-describedby="/g)).toHaveLength(2)
  expect(drawn).toContain('Choose a customer that is open to you first.')
  const open = draw(<NewOnes onNew={{ template: does, library: does }} />)
  expect(open).not.toContain('disabled')
  expect(open).not.toContain('Choose a customer')
})

test('a library that could not be loaded says so, with another try and the request’s id', () => {
  const drawn = draw(<LibraryFailed {...failed} error={new CallFailure(500, [], 'request-1')} />)
  expect(drawn).toContain('Error loading library')
  expect(drawn).toContain('Try again')
  expect(drawn).toContain('request-1')
  expect(drawn).not.toContain('Start')
})

test('a library that is stopped can be started where it could not be loaded', () => {
  const stopped = { status: '503', code: 'projectStopped', title: 'The project is stopped', detail: 'Stopped' } as const
  const drawn = draw(<LibraryFailed {...failed} error={new CallFailure(503, [stopped], undefined)} />)
  expect(drawn).toContain('This project is stopped.')
  expect(drawn).toMatch(/<button[^>]*>(<[^>]*>)*Start</)
  expect(drawn).toContain('Try again')
})

test('an empty template says what to do; one that is only read says no more than that it is empty', () => {
  const shared = { template: template(), libraries, colours }
  expect(draw(<TemplateSide {...shared} building={building} />)).toContain('Choose in a library')
  const read = draw(<TemplateSide {...shared} />)
  expect(read).toContain('This template is empty')
  expect(read).not.toContain('Choose in a library')
  expect(read).not.toContain('<button')
})

test('an entry has the colour and the name of its library, and says how much it is today or that it is gone', () => {
  const drawn = draw(
    <TemplateSide
      template={template(
        entry({ key: 'checklists', isEverything: true }),
        entry({ value: 'doors', renameTo: 'Fire doors' }),
        entry({ value: 'gone' }),
        entry({ key: 'groups', isEverything: true, sourceProjectId: 'deleted' }),
      )}
      {...{ libraries, colours, building }}
    />,
  )
  expect(drawn.match(/background:var\(--library-3\)/g)).toHaveLength(3)
  for (const words of [
    'Everything of Standard',
    '1 today',
    'in the library: Doors',
    'not in the library any more',
    'a library that is gone',
    '4 entries',
  ]) {
    expect(drawn).toContain(words)
  }
  expect(drawn).toContain('aria-multiselectable="true"')
})
