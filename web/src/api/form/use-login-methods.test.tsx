import { setupI18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { ssoProviders } from '@lintel/contract/customers/providers'
import { jsonApiMediaType } from '@lintel/contract/jsonapi/document'
import { QueryClientProvider } from '@tanstack/react-query'
import { act, useEffect } from 'react'
import { createRoot } from 'react-dom/client'
import { expect, onTestFinished, test, vi } from 'vitest'
import { stubPage } from '../../../test/render-hook'
import { unmountAfterTest } from '../../../test/unmount-after-test'
import { createQueryClient } from '../query-client'
import { useMethodNames } from './use-login-methods'

const dayMs = 86_400_000

test('the providers are read once, however long ago, when another form asks for them', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  onTestFinished(() => void vi.useRealTimers())
  const queries = createQueryClient()
  const root = createRoot(stubPage())
  unmountAfterTest(root)
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  const requests: string[] = []
  vi.stubGlobal('fetch', async (address: string) => {
    requests.push(new URL(address, 'https://lintel.example').pathname)
    const data = [{ type: ssoProviders.type, id: 'partner', attributes: { name: 'Partner Engineering' } }]
    return Response.json({ data }, { headers: { 'content-type': jsonApiMediaType } })
  })
  let shown = ''
  const onShow = (name: string) => {
    shown = name
  }
  /** Opens a form in place of the one before. */
  const open = (form: string) =>
    act(async () =>
      root.render(
        <I18nProvider i18n={setupI18n({ locale: 'en', messages: { en: {} } })}>
          <QueryClientProvider client={queries}>
            <Form key={form} onShow={onShow} />
          </QueryClientProvider>
        </I18nProvider>,
      ),
    )
  await open('first')
  await vi.waitFor(() => act(async () => expect(shown).toBe('Partner Engineering')))
  expect(requests).toEqual([ssoProviders.path])
  vi.setSystemTime(Date.now() + dayMs)
  shown = ''
  await open('second')
  expect(shown).toBe('Partner Engineering')
  expect(queries.isFetching()).toBe(0)
  expect(requests).toEqual([ssoProviders.path])
})

/** Shows the name of a provider. */
function Form({ onShow }: { onShow(name: string): void }): null {
  const { names } = useMethodNames()
  const name = names.of('partner')
  useEffect(() => onShow(name), [name, onShow])
  return null
}
