import { setupI18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, createRootRoute, createRouter, RouterContextProvider } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, test } from 'vitest'
import { Failed } from '../../api/failed'
import { CallFailure, NoAnswer } from '../../api/failure'
import { DraftForm } from '../../api/form/draft-form'
import { FormDialog } from '../../api/form/form-dialog'
import { Loaded } from '../../api/form/loaded'
import { unreadOf } from '../../api/form/reading'
import { ErrorScreen } from '../error-screen'
import { ListDialog } from './list-dialog'

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

const saving = { save: () => {}, isSaving: false, error: undefined, isOutdated: false }
const closes = { onClose: () => {} }

/** Everything that shows that something could not be loaded: the parts that all screens and dialogs are made of. */
const parts: Record<string, { draw(error: Error): ReactNode; isDialog?: true }> = {
  'the place of a list': { draw: (error) => <Failed error={error} /> },
  'the place of a record': {
    draw: (error) => (
      <Loaded data={undefined} error={error} what="Profile">
        {() => 'the data'}
      </Loaded>
    ),
  },
  'a screen': { draw: (error) => <ErrorScreen error={error} /> },
  'a dialog with a list': {
    draw: (error) => (
      <ListDialog title="Members" items={undefined} error={error} empty="None" {...closes}>
        {() => 'the data'}
      </ListDialog>
    ),
    isDialog: true,
  },
  'a dialog with a form': {
    draw: (error) => (
      <FormDialog
        title="Edit"
        isTyped={false}
        unread={{ what: 'Profile', isRead: false, error }}
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
    const [offline, failed] = [draw(part.draw(new NoAnswer(undefined))), draw(part.draw(fault))]
    expect(offline).toContain('No connection')
    expect(failed).not.toContain('No connection')
    for (const drawn of [offline, failed]) {
      expect(drawn).toContain('Try again')
      expect(drawn).not.toContain('the data')
    }
  })

  test('a fault has the request’s id for the support, and a dialog its way out', () => {
    const drawn = draw(part.draw(fault))
    expect(drawn).toContain('request-1')
    expect(drawn.includes('Close')).toBe(part.isDialog === true)
  })
})

test('what could not be read is named, and of several things the one that failed', () => {
  const [waiting, failed] = [
    { what: 'Organizations', isRead: false, error: null },
    { what: 'Profile', isRead: false, error: fault },
  ]
  expect(unreadOf(waiting, failed)).toBe(failed)
  expect(unreadOf(waiting, { ...failed, isRead: true })).toBe(waiting)
  expect(unreadOf({ ...waiting, isRead: true })).toBeUndefined()
  for (const name of ['the place of a record', 'a dialog with a form'])
    expect(draw(parts[name]?.draw(fault))).toContain('Could not be loaded: Profile')
  expect(draw(parts['a dialog with a list']?.draw(fault))).toContain('Could not be loaded: Members')
})

test('a save that the server failed or refused to do has the request’s id; what stands at a field and what was never answered have none', () => {
  const form = (error: Error) =>
    draw(
      <DraftForm save={{ ...saving, error }} fields={['name']} onSubmit={() => {}} actions="Save">
        typed
      </DraftForm>,
    )
  expect(form(fault)).toContain('request-1')
  expect(form(new CallFailure(409, [], 'request-2'))).toContain('request-2')
  const atField = { status: '422', code: 'required', title: '', source: { pointer: '/data/attributes/name' } }
  expect(form(new CallFailure(422, [atField as never], 'request-3'))).not.toContain('request-3')
  expect(form(new NoAnswer(undefined))).not.toContain('Request id')
})
