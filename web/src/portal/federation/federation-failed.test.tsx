import { setupI18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { problemObject } from '@lintel/contract/problems'
import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { CallFailure } from '../../api/failure'
import { AccountChoice } from './account-choice'
import { CreationFailed } from './creation-failed'
import { FederationFailed } from './federation-failed'
import { LinkExistingUser } from './link-existing-user'

const i18n = setupI18n({ locale: 'en', messages: { en: {} } })
const render = (screen: ReactNode) => renderToStaticMarkup(<I18nProvider i18n={i18n}>{screen}</I18nProvider>)
const linksOf = (screen: ReactNode) => [...render(screen).matchAll(/href="([^"]*)"/g)].map(([, href]) => href)

const choice = { provider: 'Partner Engineering', onChoose: () => undefined }

test.each([
  [undefined, '/login'],
  ['/new-project', '/login?next-url=%2Fnew-project'],
])(
  'who wanted %s is led back to %s from a sign-in at a provider that failed or found no account',
  (nextUrl, address) => {
    for (const linkingAllowed of [true, false])
      expect(linksOf(<AccountChoice {...choice} nextUrl={nextUrl} linkingAllowed={linkingAllowed} />)).toEqual([
        address,
      ])
    for (const reason of ['unsupportedProvider', 'declined', 'expired', 'other'] as const) {
      const screen = <FederationFailed reason={reason} error={undefined} provider={undefined} nextUrl={nextUrl} />
      expect(linksOf(screen), reason).toEqual([address])
    }
  },
)

test('a forgotten password of the account to be linked is reset on the way to where the person wanted to go', () => {
  const screen = (
    <LinkExistingUser
      provider="Partner Engineering"
      nextUrl="/new-project"
      username="leila@partner.example"
      isUsernameFixed={false}
      isMailEnabled
      domainSuffix={undefined}
      error={undefined}
      isBusy={false}
      onLink={() => undefined}
      onCancel={() => undefined}
    />
  )
  expect(linksOf(screen)).toEqual(['/reset-password?email=leila%40partner.example&amp;next-url=%2Fnew-project'])
})

test('a refusal is told with the name of its provider, and without one where nobody knows whose it is', () => {
  const declined = (provider: { id: string; name: string } | undefined) =>
    render(<FederationFailed reason="declined" error={undefined} provider={provider} nextUrl={undefined} />)
  const named = declined({ id: 'partner', name: 'Partner Engineering' })
  expect(named).toContain('You were not signed in at Partner Engineering')
  expect(named).toContain('Try again with Partner Engineering')
  const unnamed = declined(undefined)
  for (const text of ['Single sign-on failed', 'The provider sent you back without an answer', 'Back to sign in'])
    expect(unnamed).toContain(text)
  expect(unnamed).not.toMatch(/You were not signed in|Try again/)
})

test('a link that failed is told as one, with its reason and the way back to the profile, by whatever way it began', () => {
  const error = new CallFailure(409, [problemObject('conflict')], undefined)
  const provider = { id: 'partner', name: 'Partner Engineering' }
  const failed = render(<FederationFailed reason="linkFailed" error={error} provider={provider} nextUrl={undefined} />)
  const texts = ['Could not link login to email', 'This conflicts with something', 'href="/user-profile"']
  for (const text of texts) expect(failed).toContain(text)
  expect(failed).not.toMatch(/Single sign-on failed|Signing in with|Back to sign in/)
})

test('whoever may not link the account that their email has signs in with it, or goes back', () => {
  const step = { at: 'creatingNewUserFailed', username: 'leila@partner.example' } as never
  const onBack = () => undefined
  const props = { step, name: 'Partner Engineering', nextUrl: '/new-project', onBack }
  const failed = <CreationFailed {...props} />
  expect(linksOf(failed)).toEqual(['/login?email=leila%40partner.example&amp;next-url=%2Fnew-project'])
  for (const text of ['This email already has an account', '<b>leila@partner.example</b> is in use', '>OK</button>'])
    expect(render(failed)).toContain(text)
})
