import { expect, test, vi } from 'vitest'

/** A save that the server refuses by this code, to somebody who proves their identity or declines to. */
async function refusedSave(code: string, { isProved = false, isShownByScreen = true } = {}) {
  vi.stubGlobal('navigator', { maxTouchPoints: 0, language: 'en-GB' })
  const reported: string[] = []
  vi.stubGlobal('fetch', async (address: string, { body }: RequestInit = {}) => {
    if (address === '/things') return Response.json({ errors: [{ status: '403', code }] }, { status: 403 })
    if (address.endsWith('/client/log')) reported.push(JSON.parse(String(body)).event)
    return new Promise(() => {})
  })
  // A page reports ten errors: those of other tests with the same modules do not count.
  vi.resetModules()
  const { anonymousAuthenticator, setAuthenticator } = await import('./authenticator')
  const { renderForm } = await import('../../test/render-form')
  const { problemText } = await import('./problem-text')
  const { useVisibleToasts } = await import('../../test/render-hook')
  const { send } = await import('./send')
  const { useSave } = await import('./use-save')
  setAuthenticator({ ...anonymousAuthenticator, reauthenticate: async () => isProved })
  const form = await renderForm(() => ({
    save: useSave<void, unknown>({
      work: () => send({ method: 'POST', address: '/things' }),
      handlesError: () => isShownByScreen,
    }),
    toasts: useVisibleToasts(),
  }))
  await form.change(({ save }) => save.mutate())
  await form.saved()
  const { save, toasts } = form.current()
  const said = save.error && problemText(save.error).message
  return { reported, isError: save.isError, said, toasts: toasts.map(({ text }) => text) }
}

test('a failed save is reported to the server and returned to the screen that shows it', async () => {
  const { reported, isError, said, toasts } = await refusedSave('forbidden')
  expect([reported, isError, said, toasts]).toEqual([['saveFailed'], true, 'You are not allowed to do this.', []])
})

test('a failed save that no screen shows is told in a toast', async () => {
  const { reported, toasts } = await refusedSave('forbidden', { isShownByScreen: false })
  expect([reported, toasts]).toEqual([['saveFailed'], ['You are not allowed to do this.']])
})

test.each([
  ['the screen', true],
  ['a toast', false],
])(
  'a declined proof of identity is no failure where %s shows failures: it is not even reported',
  async (_who, isShownByScreen) => {
    const { reported, isError, said, toasts } = await refusedSave('stepUpRequired', { isShownByScreen })
    expect([reported, isError, said, toasts]).toEqual([[], false, null, []])
  },
)

test('a proof of identity that was given in vain is a failure like any other', async () => {
  const { reported, isError, said } = await refusedSave('stepUpRequired', { isProved: true })
  expect([reported, isError]).toEqual([['saveFailed'], true])
  expect(said).toContain('Your confirmation was not sufficient for this.')
})
