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
import { BuildTemplate } from './build-template'
import { LibraryFailed } from './library-failed'
import { libraryIndexOf } from './library-index'
import { NewButtons } from './new-buttons'
import { TemplatePanel } from './template-panel'
import { TemplateViewer } from './template-viewer'
import { Templates } from './templates'

const i18n = setupI18n({ locale: 'en', messages: { en: {} } })
const router = createRouter({ routeTree: createRootRoute(), history: createMemoryHistory() })
const render = (node: ReactNode) =>
  renderToStaticMarkup(
    <I18nProvider i18n={i18n}>
      <QueryClientProvider client={new QueryClient()}>
        <RouterContextProvider router={router}>{node}</RouterContextProvider>
      </QueryClientProvider>
    </I18nProvider>,
  )

const noop = () => undefined
const onNew = { template: noop, library: noop }
const building = { onRename: noop, onRemove: noop, onDrop: noop, undoHandlers: { undo: noop, redo: noop } }
const template = (...content: TemplateEntry[]): ProjectTemplate => ({
  ...{ id: 't', version: 1, name: 'Housing', customer: 'c', customerName: 'Nord', isDefault: false, numProjects: 0 },
  ...{ content, createdAt: '2026-01-01T00:00:00.000Z', updatedAt: '2026-01-01T00:00:00.000Z' },
})
const entry = (values: Partial<TemplateEntry>): TemplateEntry => ({
  ...{ sourceProjectId: 'l', key: 'checklistId', value: null, renameTo: null, isEverything: false },
  ...values,
})
const index = libraryIndexOf([{ id: 'doors', type: 'checklists', path: ['Doors'] }])
const libraries = new Map([['l', { name: 'Standard', index }]])
const failed = { library: { id: 'l', name: 'Standard' }, isRetrying: false, onRetry: noop }
const colours = new Map([['l', 'var(--library-3)']])

test('without an active customer nothing new is made, and the buttons say why', () => {
  const rendered = render(
    <Templates customer={undefined} selector={null} mayCreateProject search={{}} onSearch={noop} />,
  )
  expect(rendered.match(/<button[^>]* disabled=""[^>]*aria-describedby="/g)).toHaveLength(2)
  expect(rendered).toContain('Choose a customer that is open to you first.')
  const open = render(<NewButtons onNew={onNew} mayCreateProject />)
  expect(open).not.toContain('disabled')
  expect(open).not.toContain('Choose a customer')
})

test('whoever may not create a project here is offered no new library, neither in the bar nor where there is none', () => {
  const view = {
    customer: 'c',
    templates: [],
    libraries: [],
    template: undefined,
    library: undefined,
    missing: { template: false, library: false },
    isReading: false,
    colours,
    search: {},
  }
  const handlers = { onSearch: noop, onOpen: noop, announce: noop, undoHandlers: building.undoHandlers, onNew }
  for (const mayCreateProject of [true, false]) {
    const screens = [
      <NewButtons key="bar" {...{ onNew, mayCreateProject }} />,
      <NewButtons key="without a customer" mayCreateProject={mayCreateProject} />,
      <BuildTemplate key="nothing yet" {...view} {...handlers} mayCreateProject={mayCreateProject} />,
    ]
    for (const rendered of screens.map(render)) {
      expect(rendered.includes('New library')).toBe(mayCreateProject)
      expect(rendered).toContain('New template')
    }
  }
})

test('a library that could not be loaded says so, with another try and the request’s id', () => {
  const rendered = render(<LibraryFailed {...failed} error={new CallFailure(500, [], 'request-1')} />)
  expect(rendered).toContain('Error loading library')
  expect(rendered).toContain('Try again')
  expect(rendered).toContain('request-1')
  expect(rendered).not.toContain('Start')
})

test('a library that is stopped can be started where it could not be loaded', () => {
  const stopped = { status: '503', code: 'projectStopped', title: 'The project is stopped', detail: 'Stopped' } as const
  const rendered = render(<LibraryFailed {...failed} error={new CallFailure(503, [stopped], undefined)} />)
  expect(rendered).toContain('This project is stopped.')
  expect(rendered).toMatch(/<button[^>]*>(<[^>]*>)*Start</)
  expect(rendered).toContain('Try again')
})

test('an empty template says what to do; one that is only read says no more than that it is empty', () => {
  const shared = { template: template(), libraries, colours }
  expect(render(<TemplatePanel {...shared} building={building} />)).toContain('Choose in a library')
  const read = render(<TemplatePanel {...shared} />)
  expect(read).toContain('This template is empty')
  expect(read).not.toContain('Choose in a library')
  expect(read).not.toContain('<button')
})

test('an entry has the colour and the name of its library, and says how much it is today or that it is gone', () => {
  const rendered = render(
    <TemplatePanel
      template={template(
        entry({ key: 'checklists', isEverything: true }),
        entry({ value: 'doors', renameTo: 'Fire doors' }),
        entry({ value: 'gone' }),
        entry({ key: 'groups', isEverything: true, sourceProjectId: 'deleted' }),
        entry({ key: 'workflows' }),
      )}
      {...{ libraries, colours, building }}
    />,
  )
  expect(rendered.match(/background:var\(--library-3\)/g)).toHaveLength(4)
  expect(rendered.match(/not in the library any more/g)).toHaveLength(1)
  for (const text of [
    'Everything of Standard',
    '1 today',
    '0 today',
    'in the library: Doors',
    'not in the library any more',
    'a library that is gone',
    '5 entries',
  ]) {
    expect(rendered).toContain(text)
  }
  expect(rendered).toContain('aria-multiselectable="true"')
})

test('a chosen template or library that is not in the list says so, and no other is shown instead', () => {
  const view = {
    ...{ customer: 'c', templates: [template()], libraries: [], template: undefined, library: undefined, colours },
    ...{ missing: { template: true, library: true }, search: {}, onSearch: noop },
  }
  const handlers = { onOpen: noop, announce: noop, undoHandlers: building.undoHandlers, onNew, mayCreateProject: true }
  const built = render(<BuildTemplate {...view} {...handlers} isReading={false} />)
  for (const text of ['This template is not there', 'This library is not there']) expect(built).toContain(text)
  expect(built).not.toContain('This customer has no')
  const read = render(<TemplateViewer {...view} isReading={false} />)
  expect(read).toContain('This template is not there')
  expect(read).toContain('Housing')

  // The list may have it once it is read.
  const reading = [
    <BuildTemplate key="wide" {...view} {...handlers} isReading />,
    <TemplateViewer key="phone" {...view} isReading />,
  ]
  for (const rendered of reading.map(render)) {
    expect(rendered).toContain('Loading')
    expect(rendered).not.toContain('is not there')
  }
})
