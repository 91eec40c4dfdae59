import { setupI18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, createRootRoute, createRouter, RouterContextProvider } from '@tanstack/react-router'
import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { expect, onTestFinished, test, vi } from 'vitest'
import type { Toast } from '../../ui/toast'
import { emptyPage, unanswered, useShownToasts } from '../draw-hook'
import { CallFailure } from '../failure'
import { createQueryClient } from '../query-client'
import { savesSettled } from '../saves-settled'
import { useDraftSave } from './use-draft-save'

const i18n = setupI18n({ locale: 'en', messages: { en: {} } })

interface FormProps {
  answered: Promise<string>
  onSaved(record: string): void
  leave(record: string): void
  tellElsewhere(record: string): void
  /** Is given how it is saved. */
  onDrawn(save: () => void): void
}

function Form({ answered, onDrawn, ...told }: FormProps) {
  const { save } = useDraftSave({
    ground: undefined,
    send: () => answered,
    readAgain: async () => undefined,
    isDisputed: () => false,
    touches: [],
    about: 'Harbour',
    ...told,
  })
  onDrawn(save)
  return null
}

/** What stays when the form goes: it is given the toasts. */
function Page({ onToasts }: { onToasts(toasts: readonly Toast[]): void }) {
  onToasts(useShownToasts())
  return null
}

/** A form that is saved, and whose answer waits until it is given. */
async function savedForm() {
  let arrive = (_record: string) => {}
  let fail = (_error: Error) => {}
  const answered = new Promise<string>((resolve, reject) => {
    arrive = resolve
    fail = reject
  })
  const told = { onSaved: vi.fn(), leave: vi.fn(), tellElsewhere: vi.fn() }
  let save = () => {}
  const onDrawn = (drawn: () => void) => {
    save = drawn
  }
  let toasts: readonly Toast[] = []
  const onToasts = (drawn: readonly Toast[]) => {
    toasts = drawn
  }
  const router = createRouter({
    routeTree: createRootRoute(),
    history: createMemoryHistory({ initialEntries: ['/new-project'] }),
  })
  const queries = createQueryClient()
  const root = createRoot(emptyPage())
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  vi.stubGlobal('location', new URL('https://lintel.example/new-project'))
  // What failed is reported.
  vi.stubGlobal('fetch', unanswered)
  onTestFinished(async () => {
    await act(async () => root.unmount())
    // What is still to be told to a form that is gone is told before its page is gone as well.
    await savesSettled(queries)
    await new Promise((resolve) => setTimeout(resolve))
    vi.unstubAllGlobals()
  })
  const draw = (isOpen: boolean) =>
    act(async () =>
      root.render(
        <I18nProvider i18n={i18n}>
          <QueryClientProvider client={queries}>
            <RouterContextProvider router={router}>
              <Page onToasts={onToasts} />
              {isOpen && <Form {...{ answered, onDrawn }} {...told} />}
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
    ...told,
    close: () => draw(false),
    /** As a link begins it: the other screen is still to be loaded. */
    goElsewhere: () => go('/elsewhere'),
    goOn: go,
    answer: (record: string) => act(async () => arrive(record)),
    /** Fails as what the server answered to the request of this id. */
    refuse: (requestId: string) => act(async () => fail(new CallFailure(500, [], requestId))),
    /** What the toasts say of that request. */
    said: (requestId: string) => toasts.filter((toast) => toast.requestId === requestId).map(({ text }) => text),
  }
}

test('the answer to a save is told, and closes the form', async () => {
  const { onSaved, leave, tellElsewhere, answer } = await savedForm()
  expect(onSaved).not.toHaveBeenCalled()
  await answer('stored')
  expect(onSaved).toHaveBeenCalledExactlyOnceWith('stored')
  expect(leave).toHaveBeenCalledExactlyOnceWith('stored')
  expect(tellElsewhere).not.toHaveBeenCalled()
})

test('the answer that comes when the form was left is told, and closes nothing that was opened since', async () => {
  const { onSaved, leave, tellElsewhere, close, answer } = await savedForm()
  await close()
  await answer('stored')
  expect(onSaved).toHaveBeenCalledExactlyOnceWith('stored')
  expect(leave).not.toHaveBeenCalled()
  expect(tellElsewhere).toHaveBeenCalledExactlyOnceWith('stored')
})

test('the answer that comes while another screen is on its way does not lead anywhere else', async () => {
  const { onSaved, leave, tellElsewhere, goElsewhere, answer } = await savedForm()
  goElsewhere()
  await answer('stored')
  expect(onSaved).toHaveBeenCalledExactlyOnceWith('stored')
  expect(leave).not.toHaveBeenCalled()
  expect(tellElsewhere).toHaveBeenCalledExactlyOnceWith('stored')
})

test('an address that gains a slash at its end is still the same screen', async () => {
  const { leave, tellElsewhere, goOn, answer } = await savedForm()
  goOn('/new-project/')
  await answer('stored')
  expect(leave).toHaveBeenCalledExactlyOnceWith('stored')
  expect(tellElsewhere).not.toHaveBeenCalled()
})

const failure = 'Something went wrong on our side. Try again in a moment.'

test('a save that fails when the form was left is told in a toast, with what it is about', async () => {
  const { close, refuse, said } = await savedForm()
  await close()
  await refuse('left')
  expect(said('left')).toEqual([`Harbour: ${failure}`])
})

test('a save that fails while another screen is on its way is told in a toast', async () => {
  const { goElsewhere, refuse, said } = await savedForm()
  goElsewhere()
  await refuse('elsewhere')
  expect(said('elsewhere')).toEqual([`Harbour: ${failure}`])
})

test('a save that fails while the form is there is told by the form alone', async () => {
  const { refuse, said } = await savedForm()
  await refuse('here')
  expect(said('here')).toEqual([])
})
