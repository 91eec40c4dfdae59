import { setupI18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, createRootRoute, createRouter, RouterContextProvider } from '@tanstack/react-router'
import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { expect, onTestFinished, test, vi } from 'vitest'
import { renderForm } from '../../../test/render-form'
import { neverResponds, stubPage, useVisibleToasts } from '../../../test/render-hook'
import { unmountAfterTest } from '../../../test/unmount-after-test'
import type { Toast } from '../../ui/toast'
import { anonymousAuthenticator, setAuthenticator } from '../authenticator'
import { CallFailure } from '../failure'
import { problemText } from '../problem-text'
import { createQueryClient } from '../query-client'
import { savesSettled } from '../saves-settled'
import { send } from '../send'
import { useDraftSave } from './use-draft-save'

const i18n = setupI18n({ locale: 'en', messages: { en: {} } })

interface FormProps {
  respond: Promise<string>
  onSaved(record: string): void
  leave(record: string): void
  notifyAfterLeaving(record: string): void
  /** Receives the save. */
  onRendered(save: () => void): void
}

function Form({ respond, onRendered, ...callbacks }: FormProps) {
  const { save } = useDraftSave({
    send: () => respond,
    invalidates: [],
    about: 'Harbour',
    ...callbacks,
  })
  onRendered(save)
  return null
}

/** Stays mounted when the form is unmounted, and receives the toasts. */
function Page({ onToasts }: { onToasts(toasts: readonly Toast[]): void }) {
  onToasts(useVisibleToasts())
  return null
}

/** A form whose save stays pending until the test responds. */
async function savedForm() {
  let arrive = (_record: string) => {}
  let fail = (_error: Error) => {}
  const respond = new Promise<string>((resolve, reject) => {
    arrive = resolve
    fail = reject
  })
  const callbacks = { onSaved: vi.fn(), leave: vi.fn(), notifyAfterLeaving: vi.fn() }
  let save = () => {}
  const onRendered = (rendered: () => void) => {
    save = rendered
  }
  let toasts: readonly Toast[] = []
  const onToasts = (rendered: readonly Toast[]) => {
    toasts = rendered
  }
  const router = createRouter({
    routeTree: createRootRoute(),
    history: createMemoryHistory({ initialEntries: ['/new-project'] }),
  })
  const queries = createQueryClient()
  const root = createRoot(stubPage())
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  vi.stubGlobal('location', new URL('https://lintel.example/new-project'))
  // The failure is reported.
  vi.stubGlobal('fetch', neverResponds)
  unmountAfterTest(root, () => savesSettled(queries))
  const draw = (isOpen: boolean) =>
    act(async () =>
      root.render(
        <I18nProvider i18n={i18n}>
          <QueryClientProvider client={queries}>
            <RouterContextProvider router={router}>
              <Page onToasts={onToasts} />
              {isOpen && <Form {...{ respond, onRendered }} {...callbacks} />}
            </RouterContextProvider>
          </QueryClientProvider>
        </I18nProvider>,
      ),
    )
  const go = (address: string) => {
    router.history.push(address)
    router.updateLatestLocation()
  }
  await draw(true)
  await act(async () => save())
  return {
    ...callbacks,
    close: () => draw(false),
    /** Starts a navigation as a link does: the other screen is still loading. */
    navigateAway: () => go('/elsewhere'),
    goOn: go,
    answer: (record: string) => act(async () => arrive(record)),
    /** A failure response of the server with this request id. */
    refuse: (requestId: string) => act(async () => fail(new CallFailure(500, [], requestId))),
    /** The toasts about that request. */
    said: (requestId: string) => toasts.filter((toast) => toast.requestId === requestId).map(({ text }) => text),
  }
}

test('the answer to a save is told, and closes the form', async () => {
  const { onSaved, leave, notifyAfterLeaving, answer } = await savedForm()
  expect(onSaved).not.toHaveBeenCalled()
  await answer('stored')
  expect(onSaved).toHaveBeenCalledExactlyOnceWith('stored')
  expect(leave).toHaveBeenCalledExactlyOnceWith('stored')
  expect(notifyAfterLeaving).not.toHaveBeenCalled()
})

test('the answer that comes when the form was left is told, and closes nothing that was opened since', async () => {
  const { onSaved, leave, notifyAfterLeaving, close, answer } = await savedForm()
  await close()
  await answer('stored')
  expect(onSaved).toHaveBeenCalledExactlyOnceWith('stored')
  expect(leave).not.toHaveBeenCalled()
  expect(notifyAfterLeaving).toHaveBeenCalledExactlyOnceWith('stored')
})

test('the answer that comes while another screen is on its way does not lead anywhere else', async () => {
  const { onSaved, leave, notifyAfterLeaving, navigateAway, answer } = await savedForm()
  navigateAway()
  await answer('stored')
  expect(onSaved).toHaveBeenCalledExactlyOnceWith('stored')
  expect(leave).not.toHaveBeenCalled()
  expect(notifyAfterLeaving).toHaveBeenCalledExactlyOnceWith('stored')
})

test('an address that gains a slash at its end is still the same screen', async () => {
  const { leave, notifyAfterLeaving, goOn, answer } = await savedForm()
  goOn('/new-project/')
  await answer('stored')
  expect(leave).toHaveBeenCalledExactlyOnceWith('stored')
  expect(notifyAfterLeaving).not.toHaveBeenCalled()
})

const failure = 'Something went wrong on our side. Try again in a moment.'

test('a save that fails when the form was left is told in a toast, with what it is about', async () => {
  const { close, refuse, said } = await savedForm()
  await close()
  await refuse('left')
  expect(said('left')).toEqual([`Harbour: ${failure}`])
})

test('a save that fails while another screen is on its way is told in a toast', async () => {
  const { navigateAway, refuse, said } = await savedForm()
  navigateAway()
  await refuse('elsewhere')
  expect(said('elsewhere')).toEqual([`Harbour: ${failure}`])
})

test('a save that fails while the form is there is told by the form alone', async () => {
  const { refuse, said } = await savedForm()
  await refuse('here')
  expect(said('here')).toEqual([])
})

test.each([
  ['that was declined is not told of', false, undefined],
  ['that was given in vain is told by the form', true, 'Your confirmation was not sufficient for this.'],
])('a proof of identity %s', async (_which, isProved, said) => {
  setAuthenticator({ ...anonymousAuthenticator, reauthenticate: async () => isProved })
  onTestFinished(() => setAuthenticator(anonymousAuthenticator))
  const refusal = { errors: [{ status: '403', code: 'stepUpRequired' }] }
  vi.stubGlobal('fetch', async (address: string) =>
    address === '/projects' ? Response.json(refusal, { status: 403 }) : neverResponds(address),
  )
  const form = await renderForm(() =>
    useDraftSave({
      send: () => send({ method: 'POST', address: '/projects' }),
      invalidates: [],
    }),
  )
  await form.change(({ save }) => save())
  await form.saved()
  const { error, isSaving } = form.current()
  expect([isSaving, error && problemText(error).message]).toEqual([false, said && expect.stringContaining(said)])
})
