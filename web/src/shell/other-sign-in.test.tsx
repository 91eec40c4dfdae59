import { ssoProviders } from '@lintel/contract/customers/providers'
import { expect, onTestFinished, test, vi } from 'vitest'
import { renderDialogs } from '../../test/render-dialogs'
import { sampleTokens } from '../../test/sample-tokens'
import { createQueryClient } from '../api/query-client'
import { all } from '../api/resource'
import { currentUser } from '../session/current-user'
import { pendingLoginFor } from '../session/external-login'
import { secondFactorStatus } from '../session/second-factor-status'
import { beginSession, leaveSession } from '../session/session'
import { OtherSignIn } from './other-sign-in'

test('D3: whoever is remembered stays so when they sign in with the provider that a project requires', async () => {
  const stored = new Map<string, string>()
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
  })
  beginSession({ ...sampleTokens, logoutWhenIdle: false })
  onTestFinished(leaveSession)
  const queries = createQueryClient()
  queries.setQueryData(currentUser.queryKey, { method: 'password' } as never)
  queries.setQueryData(secondFactorStatus.queryKey, { status: 'disabled', available: true } as never)
  queries.setQueryData(all(ssoProviders).queryKey, { records: [{ id: 'partner', name: 'Partner' }] } as never)
  vi.stubGlobal('fetch', () => new Promise(() => {}))
  const screen = await renderDialogs(
    () => (
      <dialog ref={(dialog) => dialog?.showModal()}>
        <OtherSignIn methods={['partner']} />
      </dialog>
    ),
    queries,
  )
  Object.assign(location, { assign: () => undefined })
  await screen.press('Sign in with Partner')
  expect(pendingLoginFor('partner')).toMatchObject({ intent: 'replace', nextUrl: '/users', rememberMe: true })
})
