import { setupI18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import type { FormEvent, ReactElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, onTestFinished, test, vi } from 'vitest'
import { propsOf } from '../../../test/render-form'
import { renderHook } from '../../../test/render-hook'
import { createQueryClient } from '../../api/query-client'
import { TextField } from '../../ui/field'
import { PasswordField } from '../../ui/password-field'
import { lazySections } from './lazy-sections'
import { Login } from './login'
import { parseLoginEntry } from './login-entry'
import { LoginForm } from './login-form'
import { LoginNotice } from './login-notice'
import { emptySignInConfig, type Installation } from './sign-in-config'

// The notice is drawn at once, the other sections that are loaded on demand not at all.
vi.mock('./lazy-section', () => ({
  LazySection: ({ load, props }: { load: unknown; props: never }) =>
    load === lazySections.notice ? <LoginNotice {...(props as Parameters<typeof LoginNotice>[0])} /> : null,
}))

const ignore = () => undefined

/** The sign-in page opened with this query, in an installation that sends mail. */
function render(search: string, installation: Partial<Installation> = {}, userAgent = '') {
  const navigator = { userAgent, maxTouchPoints: 0, cookieEnabled: true }
  vi.stubGlobal('navigator', navigator)
  vi.stubGlobal('window', { navigator })
  onTestFinished(() => void vi.unstubAllGlobals())
  return renderToStaticMarkup(
    <I18nProvider i18n={setupI18n({ locale: 'en', messages: { en: {} } })}>
      <Login
        entry={parseLoginEntry(search)}
        config={{ ...emptySignInConfig, installation: { isSmtpEnabled: true, ...installation } }}
        {...{ error: undefined, challenge: undefined, notice: undefined, redirectingTo: undefined, isSigningIn: false }}
        {...{ onSubmit: ignore, onRedirect: ignore, onSignedIn: ignore, onFailure: ignore }}
      />
    </I18nProvider>,
  )
}

test('a forgotten password is reset on the way to where the person wanted to go', () => {
  expect(render('')).toContain('<a href="/reset-password">')
  expect(render('?next-url=%2Fnew-project')).toContain('<a href="/reset-password?next-url=%2Fnew-project">')
})

test.each([true, false])(
  'a new project is offered neither on iOS nor on-premise, where people register: %s',
  (canRegister) => {
    const offer = (environment: Installation['environment'], userAgent?: string) =>
      /Create a project|\/register/.test(render('?next-url=%2Fnew-project', { environment, canRegister }, userAgent))
    expect(offer('production')).toBe(true)
    expect(offer('production', 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X)')).toBe(false)
    expect(offer('onpremise')).toBe(false)
  },
)

const secret = 'tmppass=over'
const invitation = 'You have been invited to a project'
const resetLink = '<a href="/reset-password'

test.each([
  ['an invitation', secret, [true, true]],
  ['the confirmation of a mailbox, or the first sign-in of staff', `${secret}&for=account`, [false, true]],
  ['a registration', `${secret}&for=account&next-url=%2Fnew-project`, [false, true]],
  ['a link without a secret', 'next-url=%2Fnew-project', [false, false]],
])('only an invitation is told as one, and each link with a secret has a way to a password: %s', (_, query, told) => {
  const [notice = ''] = render(`?email=mei%40nordbygg.example&${query}`, { canRegister: true }).split('<form')
  expect([notice.includes(invitation), notice.includes(resetLink)]).toEqual(told)
  expect(notice).toContain('<b>mei@nordbygg.example</b>')
  expect(notice.includes('Sign in as')).toBe(!told[0])
})

const partner = { provider: 'partner', name: 'Partner', icon: null, color: '#000000', textColor: '#ffffff' }

/** The sign-in page of an installation with single sign-on, whose server answers later which provider an address has. */
function openPage() {
  const values: Record<string, string> = { username: '', password: '' }
  const navigator = { userAgent: '', maxTouchPoints: 0, cookieEnabled: true }
  const [onSubmit, onRedirect] = [vi.fn(), vi.fn()]
  let answer = (_: object) => {}
  const answered = new Promise<object>((resolve) => {
    answer = resolve
  })
  vi.stubGlobal('navigator', navigator)
  vi.stubGlobal('HTMLInputElement', class {})
  vi.stubGlobal('fetch', async () => Response.json(await answered))
  vi.stubGlobal(
    'FormData',
    class {
      get = (name: string) => values[name] ?? null
    },
  )
  const config = { ...emptySignInConfig, installation: { environment: 'production' as const } }
  const props = { entry: parseLoginEntry(''), config, error: undefined, challenge: undefined, notice: undefined }
  const state = { isSigningIn: false, redirectingTo: undefined, onSignedIn: ignore, onFailure: ignore }
  const drawn = renderHook(createQueryClient(), () => {
    const form = propsOf(LoginForm, Login({ ...props, ...state, onSubmit, onRedirect }))
    return {
      type: form.onType,
      form: LoginForm(form) as ReactElement<{ onSubmit(event: object): void; onChange(event: object): void }>,
    }
  })
  Object.assign(window, { navigator })
  const page = () => drawn() ?? expect.unreachable()
  const submit = () => page().form.props.onSubmit({ preventDefault: ignore, currentTarget } as unknown as FormEvent)
  // After the commit that submits: its result is returned once all its effects have run.
  const currentTarget = { requestSubmit: () => queueMicrotask(submit), querySelector: ignore }
  const errors = () => [TextField, PasswordField].map((field) => propsOf(field, page().form).error)
  const enter = async (username: string) => {
    await expect.poll(drawn).toBeDefined()
    values.username = username
    page().type(username)
    submit()
  }
  return {
    enter,
    edit: (type: string) => page().form.props.onChange({ target: { type } }),
    errors,
    onSubmit,
    onRedirect,
    answer,
  }
}

test('an address that is entered before its provider is known goes on there, and no password is asked for', async () => {
  const { enter, errors, onSubmit, onRedirect, answer } = openPage()
  await enter('ravi@early.example')
  await new Promise((resolve) => setTimeout(resolve, 300))
  expect(errors()).toEqual([undefined, undefined])
  answer(partner)
  await expect
    .poll(() => onRedirect.mock.calls)
    .toMatchObject([[{ provider: partner, loginHint: 'ravi@early.example' }]])
  expect(errors()).toEqual([undefined, undefined])
  expect(onSubmit).not.toHaveBeenCalled()
})

test('an address that turns out to have no provider asks for its password', async () => {
  const { enter, errors, onRedirect, answer } = openPage()
  await enter('mei@early.example')
  answer({})
  await expect.poll(errors).toEqual([undefined, 'Enter your password.'])
  expect(onRedirect).not.toHaveBeenCalled()
})

test('what is typed while the provider is looked up is not submitted by itself', async () => {
  const { enter, edit, errors, onSubmit, onRedirect, answer } = openPage()
  await enter('ola@early.example')
  edit('text')
  answer(partner)
  await new Promise((resolve) => setTimeout(resolve, 400))
  expect(errors()).toEqual([undefined, undefined])
  expect([...onSubmit.mock.calls, ...onRedirect.mock.calls]).toEqual([])
})

test('the checkbox is ticked while the address is looked up, and the address goes on all the same', async () => {
  const { enter, edit, onRedirect, answer } = openPage()
  await enter('kari@early.example')
  edit('checkbox')
  answer(partner)
  await expect.poll(() => onRedirect.mock.calls).toMatchObject([[{ provider: partner }]])
})

test('a lookup that does not end asks for the password after a few seconds', async () => {
  const { enter, errors } = openPage()
  await enter('nils@early.example')
  await expect.poll(errors, { timeout: 20_000, interval: 200 }).toEqual([undefined, 'Enter your password.'])
}, 30_000)
