import { setupI18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, createRootRoute, createRouter, RouterContextProvider } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, test } from 'vitest'
import { CallFailure, NoResponse } from '../../api/failure'
import { DraftForm } from '../../api/form/draft-form'
import { FormDialog } from '../../api/form/form-dialog'
import { firstPending } from '../../api/form/load-state'
import { Loaded } from '../../api/form/loaded'
import { LoadError } from '../../api/load-error'
import { ErrorScreen } from '../error-screen'
import { ListDialog } from './list-dialog'

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

const saving = { save: () => {}, isSaving: false, error: undefined, isOutdated: false }
const closes = { onClose: () => {} }

/** All components that show a failed load, of which screens and dialogs are built. */
const parts: Record<string, { render(error: Error): ReactNode; isDialog?: true }> = {
  'the place of a list': { render: (error) => <LoadError error={error} /> },
  'the place of a record': {
    render: (error) => (
      <Loaded data={undefined} error={error} what="Profile">
        {() => 'the data'}
      </Loaded>
    ),
  },
  'a screen': { render: (error) => <ErrorScreen error={error} /> },
  'a dialog with a list': {
    render: (error) => (
      <ListDialog title="Members" items={undefined} error={error} empty="None" {...closes}>
        {() => 'the data'}
      </ListDialog>
    ),
    isDialog: true,
  },
  'a dialog with a form': {
    render: (error) => (
      <FormDialog
        title="Edit"
        isDirty={false}
        pending={{ what: 'Profile', isLoaded: false, error }}
        save={saving}
        action="Save"
        onSubmit={() => {}}
        {...closes}
      >
        the data
      </FormDialog>
    ),
    isDialog: true,
  },
}

const fault = new CallFailure(500, [], 'request-1')

describe.each(Object.entries(parts))('in %s', (_name, part) => {
  test('no network is told from a fault of the server, and both have another try', () => {
    const [offline, failed] = [render(part.render(new NoResponse(undefined))), render(part.render(fault))]
    expect(offline).toContain('No connection')
    expect(failed).not.toContain('No connection')
    for (const rendered of [offline, failed]) {
      expect(rendered).toContain('Try again')
      expect(rendered).not.toContain('the data')
    }
  })

  test('a fault has the request’s id for the support, and a dialog its way out', () => {
    const rendered = render(part.render(fault))
    expect(rendered).toContain('request-1')
    expect(rendered.includes('Close')).toBe(part.isDialog === true)
  })
})

test('a list that could not be read further stays, and below it are the failure and another try', () => {
  const rendered = render(
    <ListDialog title="Members" items={['Mei']} isPartial error={fault} empty="None" {...closes}>
      {(names) => names.join()}
    </ListDialog>,
  )
  expect(rendered).toMatch(/Mei.*Could not be loaded: Members.*Try again.*request-1/)
})

test('what could not be read is named, and of several things the one that failed', () => {
  const [waiting, failed] = [
    { what: 'Organizations', isLoaded: false, error: null },
    { what: 'Profile', isLoaded: false, error: fault },
  ]
  expect(firstPending(waiting, failed)).toBe(failed)
  expect(firstPending(waiting, { ...failed, isLoaded: true })).toBe(waiting)
  expect(firstPending({ ...waiting, isLoaded: true })).toBeUndefined()
  for (const name of ['the place of a record', 'a dialog with a form'])
    expect(render(parts[name]?.render(fault))).toContain('Could not be loaded: Profile')
  expect(render(parts['a dialog with a list']?.render(fault))).toContain('Could not be loaded: Members')
})

test('a save that the server failed or refused to do has the request’s id; what stands at a field and what was never answered have none', () => {
  const form = (error: Error) =>
    render(
      <DraftForm save={{ ...saving, error }} fields={['name']} onSubmit={() => {}} actions="Save">
        typed
      </DraftForm>,
    )
  expect(form(fault)).toContain('request-1')
  expect(form(new CallFailure(409, [], 'request-2'))).toContain('request-2')
  const setFieldErrors = { status: '422', code: 'required', title: '', source: { pointer: '/data/attributes/name' } }
  expect(form(new CallFailure(422, [setFieldErrors as never], 'request-3'))).not.toContain('request-3')
  expect(form(new NoResponse(undefined))).not.toContain('Request id')
})
