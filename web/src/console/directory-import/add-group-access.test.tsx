import { setupI18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { jsonApiMediaType } from '@lintel/contract/jsonapi/document'
import type { DirectoryGroup } from '@lintel/contract/people/directory-groups'
import { QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, createRootRoute, createRouter, RouterContextProvider } from '@tanstack/react-router'
import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { expect, test, vi } from 'vitest'
import { stubPage, useVisibleToasts } from '../../../test/render-hook'
import { unmountAfterTest } from '../../../test/unmount-after-test'
import { createQueryClient } from '../../api/query-client'
import { savesSettled } from '../../api/saves-settled'
import { useNewAccess } from './add-group-access'

type NewAccess = ReturnType<typeof useNewAccess>

const group = { id: 'g', name: 'Site managers' } as DirectoryGroup

function Form({ onClose, onRender }: { onClose(): void; onRender(access: NewAccess): void }) {
  onRender(useNewAccess({ group, customer: 'nord', onClose }))
  return null
}

/** Stays mounted when the form is left, and receives the toasts. */
function Page({ onToasts }: { onToasts(texts: readonly string[]): void }) {
  onToasts(useVisibleToasts().map(({ text }) => text))
  return null
}

/** Renders the form, chooses and adds a project; the response is pending until `arrive` is called. */
async function addedProject() {
  let arrive = () => {}
  const answered = new Promise<void>((resolve) => {
    arrive = resolve
  })
  const sent: string[] = []
  vi.stubGlobal('fetch', async (_address: string, { method = 'GET', body }: RequestInit) => {
    const headers = { 'content-type': jsonApiMediaType }
    if (method === 'GET') {
      const named = ['Harbour', 'Quay'].map((name) => ({ id: name.toLowerCase(), attributes: { name } }))
      const data = named.map((project) => ({ type: 'projects', meta: { version: 1 }, ...project }))
      return Response.json({ data }, { headers })
    }
    sent.push(String(body))
    await answered
    const data = { type: 'directory-group-access', id: 'a', meta: { version: 1 }, attributes: { privilegeLevel: 10 } }
    return Response.json({ data }, { status: 201, headers })
  })
  const onClose = vi.fn()
  let access: NewAccess | undefined
  const onRender = (rendered: NewAccess) => {
    access = rendered
  }
  let toasts: readonly string[] = []
  const onToasts = (texts: readonly string[]) => {
    toasts = texts
  }
  const queries = createQueryClient()
  const router = createRouter({ routeTree: createRootRoute(), history: createMemoryHistory() })
  const root = createRoot(stubPage())
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  unmountAfterTest(root)
  /** Each opening of the dialog mounts a new form. */
  const renderOpening = (opening: number) =>
    act(async () =>
      root.render(
        <I18nProvider i18n={setupI18n({ locale: 'en', messages: { en: {} } })}>
          <QueryClientProvider client={queries}>
            <RouterContextProvider router={router}>
              <Page onToasts={onToasts} />
              <Form key={opening} {...{ onClose, onRender }} />
            </RouterContextProvider>
          </QueryClientProvider>
        </I18nProvider>,
      ),
    )
  await renderOpening(1)
  await act(() => expect.poll(() => access?.listed?.length).toBe(2))
  await act(async () => access?.draft.set('project', 'harbour'))
  await act(async () => access?.save.save())
  expect(sent).toHaveLength(1)
  return {
    onClose,
    reopen: () => renderOpening(2),
    choose: (project: string) => act(async () => access?.draft.set('project', project)),
    toasts: () => toasts,
    answer: () =>
      act(async () => {
        arrive()
        await savesSettled(queries)
      }),
  }
}

test('the form of a project that a group opens is closed by the answer to its save', async () => {
  const { onClose, answer } = await addedProject()
  expect(onClose).not.toHaveBeenCalled()
  await answer()
  expect(onClose).toHaveBeenCalledOnce()
})

test('one that was opened since is not closed by the answer to the one before it', async () => {
  const { onClose, reopen, answer } = await addedProject()
  await reopen()
  await answer()
  expect(onClose).not.toHaveBeenCalled()
})

test('the project that was added is announced, not one that was chosen while it was being saved', async () => {
  const { choose, toasts, answer } = await addedProject()
  await choose('quay')
  await answer()
  expect(toasts()).toEqual(['Site managers opens Harbour.'])
})
