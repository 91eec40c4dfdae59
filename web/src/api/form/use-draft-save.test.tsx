import { setupI18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, createRootRoute, createRouter, RouterContextProvider } from '@tanstack/react-router'
import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { expect, onTestFinished, test, vi } from 'vitest'
import { emptyPage } from '../draw-hook'
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
    ...told,
  })
  onDrawn(save)
  return null
}

/** A form that is saved, and whose answer waits until it is given. */
async function savedForm() {
  let arrive = (_record: string) => {}
  const answered = new Promise<string>((resolve) => {
    arrive = resolve
  })
  const told = { onSaved: vi.fn(), leave: vi.fn(), tellElsewhere: vi.fn() }
  let save = () => {}
  const onDrawn = (drawn: () => void) => {
    save = drawn
  }
  const router = createRouter({
    routeTree: createRootRoute(),
    history: createMemoryHistory({ initialEntries: ['/new-project'] }),
  })
  const queries = createQueryClient()
  const root = createRoot(emptyPage())
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
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
