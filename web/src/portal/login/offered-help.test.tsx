import { setupI18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { allPropsOf, propsOf, renderForm } from '../../../test/render-form'
import { CallFailure, NoResponse } from '../../api/failure'
import { Button } from '../../ui/button'
import { Help } from './help'
import { LoginNotice } from './login-notice'
import { StartScreen } from './start-screen'

const i18n = setupI18n({ locale: 'en', messages: { en: {} } })
const render = (screen: ReactNode) => renderToStaticMarkup(<I18nProvider i18n={i18n}>{screen}</I18nProvider>)

const noticeFor = (overrides: Partial<Parameters<typeof LoginNotice>[0]>) =>
  render(
    <LoginNotice
      entry={{ email: '', nextUrl: '/new-project' } as never}
      blocksCookies={false}
      error={undefined}
      challenge={undefined}
      resetAddress="/reset-password?email=mei%40nordbygg.example"
      offersReset
      canRegister={false}
      offersProject
      otherRegions={[]}
      onSwitchRegion={() => undefined}
      {...overrides}
    />,
  )

const help = (overrides: Partial<Parameters<typeof Help>[0]>) =>
  render(
    <Help
      supportMail="help@lintel.example"
      offersReset
      canRegister={false}
      hasRegions
      hasProviders
      onClose={() => undefined}
      {...overrides}
    />,
  )

test('who wants a project and has no account is led to registration or Help, and to nothing where no project is offered', () => {
  expect(noticeFor({ canRegister: true })).toContain('href="/register"')
  expect(noticeFor({})).toContain('see Help below')
  for (const canRegister of [true, false]) expect(noticeFor({ offersProject: false, canRegister })).toBe('')
})

test('Help says that one can register only where one can, and names no region, provider, reset or support that is not there', () => {
  expect(help({ canRegister: true })).toContain('href="/register"')
  expect(help({})).not.toContain('/register')
  expect(help({})).toContain('You get one when somebody invites you')
  for (const [switchedOff, expected] of [
    [{ hasRegions: false }, 'Check the region'],
    [{ hasProviders: false }, 'sign-in of its own'],
    [{ offersReset: false }, 'Forgot password?'],
    [{ supportMail: undefined }, 'Still stuck?'],
  ] as const) {
    expect(help({}), expected).toContain(expected)
    expect(help(switchedOff), expected).not.toContain(expected)
  }
})

test('whoever came by the link of a guest opens it again when their session has ended, as they have no password', () => {
  const noticeAfter = (endedSession: string) => noticeFor({ entry: { email: '', endedSession } as never })
  expect(noticeAfter('guest')).toContain('Your session has ended')
  expect(noticeAfter('guest')).toContain('Open the link in your invitation mail again to go on.')
  expect(noticeAfter('guest')).not.toContain('Sign in again')
  expect(noticeAfter('')).toContain('Sign in again to go on where you were.')
  expect(help({})).toContain('The link of a guest works until the access ends')
})

test.each([true, false])(
  'the start screen offers to register only together with a project: %s',
  async (offersProject) => {
    const start = await renderForm(() =>
      StartScreen({
        ...{ installation: { environment: 'production', canRegister: true }, hasRegions: false, hasProviders: false },
        ...{ offersProject, onCreateProject: () => undefined, onLogIn: () => undefined },
      }),
    )
    await start.change((screen) =>
      allPropsOf(Button, screen)
        .at(-1)
        ?.onClick?.({} as never),
    )
    expect(propsOf(Help, start.current()).canRegister).toBe(offersProject)
  },
)

test('who could not sign in is asked about their region only where there are others', () => {
  const refused = { error: new CallFailure(401, [{ status: '401', code: 'invalid_grant', title: '' }] as never, '') }
  const us = { subdomain: 'us', title: 'America', distinctiveLanguages: [], isDefault: false }
  expect(noticeFor(refused)).toContain('Check your password')
  expect(noticeFor(refused)).toContain('href="/reset-password?email=mei%40nordbygg.example"')
  expect(noticeFor(refused)).not.toContain('region')
  expect(noticeFor({ ...refused, otherRegions: [us] })).toContain('Check that you are in the right region.')
})

test('what the server refused at the sign-in has the id of its request, what was never answered has none', () => {
  const refusal = (status: number, code: string) =>
    new CallFailure(status, [{ status: `${status}`, code, title: '' }] as never, 'request-7')
  for (const [status, code] of [
    [429, 'tooManyRequests'],
    [401, 'invalid_grant'],
    [500, 'internal'],
  ] as const) {
    expect(noticeFor({ error: refusal(status, code) }), code).toContain('<code>request-7</code>')
  }
  expect(noticeFor({ error: new NoResponse(undefined) })).not.toContain('Request id')
})

test('a browser that blocks cookies is said to, instead of what would not help', () => {
  for (const error of [undefined, new NoResponse(undefined)]) {
    const shown = noticeFor({ blocksCookies: true, error })
    expect(shown).toContain('This browser blocks cookies')
    expect(shown).not.toMatch(/Create a project|no connection/)
  }
  expect(noticeFor({})).not.toContain('cookies')
})
