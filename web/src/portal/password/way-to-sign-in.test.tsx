import { setupI18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test, vi } from 'vitest'
import { createQueryClient } from '../../api/query-client'
import { Route } from '../../routes/invalid-existing-password'
import { InvalidExistingPassword } from './invalid-existing-password'
import { PasswordChanged } from './password-changed'
import { PasswordReplaced } from './password-replaced'
import { ResetPassword } from './reset-password'

const i18n = setupI18n({ locale: 'en', messages: { en: {} } })

const markupOf = (screen: ReactNode) =>
  renderToStaticMarkup(
    <I18nProvider i18n={i18n}>
      <QueryClientProvider client={createQueryClient()}>{screen}</QueryClientProvider>
    </I18nProvider>,
  )

/** The links of a screen, without their hosts. */
function linksOf(screen: ReactNode) {
  return [...markupOf(screen).matchAll(/href="([^"]*)"/g)].map(([, href]) => href?.replaceAll('&amp;', '&'))
}

const email = 'mei@nordbygg.example'
const nextUrl = '/new-project'
const rules = { minimumLength: 15, minimumLowercase: 0, minimumUppercase: 0, minimumDigits: 0, minimumSymbols: 0 }
const reset = {
  ...{ email, nextUrl, rules, username: undefined, code: undefined, domainSuffix: undefined, outbox: undefined },
  ...{ isMailEnabled: true, onRequested: () => undefined },
}
const signIn = '/login?email=mei%40nordbygg.example&next-url=%2Fnew-project'

test.each([
  ['that asks for a code', <ResetPassword key="request" {...reset} />],
  ['that takes the code', <ResetPassword key="code" {...reset} username={email} />],
  ['without mail', <ResetPassword key="no-mail" {...reset} isMailEnabled={false} />],
  ['after a reset', <PasswordReplaced key="replaced" email={email} nextUrl={nextUrl} />],
  [
    'that replaces a password',
    <InvalidExistingPassword key="invalid" {...{ email, nextUrl, rules }} isConfirmedByMail offersReset />,
  ],
] as const)('the screen %s leads to the sign-in, and from there to where the person wanted to go', (_, screen) => {
  expect(linksOf(screen)).toEqual([signIn])
})

test('a link that changed no password leads to the sign-in and to another reset, with where the person wanted to go', () => {
  const screen = <PasswordChanged {...{ email, nextUrl }} success={false} message="" isMailEnabled />
  expect(linksOf(screen)).toEqual([signIn, '/reset-password?email=mei%40nordbygg.example&next-url=%2Fnew-project'])
})

test('where no mail is sent the way to a new password is one that exists', () => {
  const shown = markupOf(<ResetPassword {...reset} isMailEnabled={false} />)
  expect(shown).toContain('Ask your administrator to start a reset: whoever runs this server then has a link for you.')
})

test.each([
  ['', undefined, '/login'],
  ['', nextUrl, '/login?next-url=%2Fnew-project'],
  [email, nextUrl, undefined],
])(
  'the page that replaces a password is about one account: of “%s” with the address %s it leads to %s',
  (of, next, to) => {
    const open = Route.options.loader as unknown as (given: object) => void
    const queries = createQueryClient()
    vi.spyOn(queries, 'ensureQueryData').mockResolvedValue({})
    let led: unknown
    try {
      open({
        context: { queries },
        location: { search: { email: of, ...(next !== undefined && { 'next-url': next }) } },
      })
    } catch (thrown) {
      led = (thrown as { options: object }).options
    }
    expect(led).toEqual(to && expect.objectContaining({ href: to, reloadDocument: true }))
  },
)
