import { setupI18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { QueryClientProvider } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { createQueryClient } from '../../api/query-client'
import { MfaChallenge } from './mfa-challenge'

/** The screen as it is first shown for this username and ticket. */
const open = (username: string, session: string | undefined) =>
  renderToStaticMarkup(
    <I18nProvider i18n={setupI18n({ locale: 'en', messages: { en: {} } })}>
      <QueryClientProvider client={createQueryClient()}>
        <MfaChallenge username={username} session={session} onVerified={() => undefined} onCancel={() => undefined} />
      </QueryClientProvider>
    </I18nProvider>,
  )

test('a bookmark of the code page, which names nobody and has no ticket, says at once that the attempt has ended', () => {
  const shown = open('', undefined)
  expect(shown).toContain('This sign-in attempt has ended')
  expect(shown).toContain('Back to sign in')
  expect(shown).not.toContain('Verification code')
})

test.each([
  ['a sign-in', 'mei@nordbygg.example', 'ticket'],
  ['a reload, after which the cookie has the ticket', 'mei@nordbygg.example', undefined],
  ['another program that gives the ticket alone', '', 'ticket'],
])('the code is asked for after %s', (_, username, session) => {
  const shown = open(username, session)
  expect(shown).toContain('Verification code')
  expect(shown).not.toContain('has ended')
})
