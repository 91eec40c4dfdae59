import { setupI18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import type { Environment } from '@lintel/contract/settings/environments'
import { QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, createRootRoute, createRouter, RouterContextProvider } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, onTestFinished, test, vi } from 'vitest'
import { propsOf, renderForm } from '../../../test/render-form'
import { createQueryClient } from '../../api/query-client'
import { Route } from '../../routes/register'
import { installation } from '../../session/installation'
import { TextField } from '../../ui/field'
import { Register } from './register'

const RegisterRoute = Route.options.component as () => ReactNode

const devices = {
  computer: { userAgent: 'Mozilla/5.0 (X11; Linux) AppleWebKit/537.36 Chrome/130.0', maxTouchPoints: 0 },
  iPhone: { userAgent: 'Mozilla/5.0 (iPhone) AppleWebKit/605 CriOS/130 Mobile', maxTouchPoints: 5 },
}

const router = createRouter({ routeTree: createRootRoute(), history: createMemoryHistory() })

/** The markup of a screen, in an installation of this environment. */
function render(screen: ReactNode, environment?: Environment): string {
  const queries = createQueryClient()
  queries.setQueryData(installation.queryKey, { record: { environment } } as never)
  return renderToStaticMarkup(
    <I18nProvider i18n={setupI18n({ locale: 'en', messages: { en: {} } })}>
      <QueryClientProvider client={queries}>
        <RouterContextProvider router={router}>{screen}</RouterContextProvider>
      </QueryClientProvider>
    </I18nProvider>,
  )
}

test.each([
  ['production', 'computer', true],
  ['onpremise', 'computer', false],
  ['production', 'iPhone', false],
] as const)(
  'where the environment is %s, registering at a computer or phone (%s) promises a project: %s',
  (...given) => {
    const [environment, device, isPromised] = given
    vi.stubGlobal('navigator', devices[device])
    onTestFinished(() => void vi.unstubAllGlobals())
    const shown = render(<RegisterRoute />, environment)
    expect(shown).toContain('Create your account')
    expect(shown.includes('With a project of your own')).toBe(isPromised)
  },
)

test.each([
  [true, 'create your project'],
  [false, 'and fill in your profile.'],
])(
  'the mail of a registration leads to a project only where one can be created: %s',
  async (offersProject, expected) => {
    vi.stubGlobal('fetch', async () => Response.json({}, { status: 202 }))
    const form = await renderForm(() => Register({ outbox: undefined, offersProject }))
    await form.change((screen) => propsOf(TextField, screen).onChange?.('mei@nordbygg.example' as never))
    await form.change((screen) => propsOf<{ onSubmit(): void }>('form' as never, screen).onSubmit())
    await form.saved()
    expect(render(form.current())).toContain(expected)
  },
)

test('the mail is said to have gone to the address that was sent, not to what was typed meanwhile', async () => {
  let answer = () => {}
  vi.stubGlobal('fetch', async () => {
    await new Promise<void>((resolve) => (answer = resolve))
    return Response.json({}, { status: 202 })
  })
  const form = await renderForm(() => Register({ outbox: undefined }))
  const type = (email: string) => form.change((screen) => propsOf(TextField, screen).onChange?.(email as never))
  await type('anna@exmaple.example')
  await form.change((screen) => propsOf<{ onSubmit(): void }>('form' as never, screen).onSubmit())
  await type('anna@example.example')
  answer()
  await form.saved()
  expect(render(form.current())).toContain('We sent an email to <b>anna@exmaple.example</b>')
})
