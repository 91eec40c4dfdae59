import { changePassword, resetInvalidPassword, setPassword } from '@lintel/contract/identity/change-password'
import { requestEmailProof } from '@lintel/contract/identity/email-proof'
import { disableMfa, enableMfa, renewRecoveryCodes, verifyMfa } from '@lintel/contract/identity/mfa'
import { confirmPasswordReset, requestPasswordReset } from '@lintel/contract/identity/password-reset'
import { register } from '@lintel/contract/identity/registration'
import { callAddress } from '@lintel/contract/jsonapi/call'
import { confirmEmailChange } from '@lintel/contract/people/email-change'
import { isValidElement, type ReactNode } from 'react'
import { afterAll, expect, onTestFinished, test, vi } from 'vitest'
import { propsOf, renderForm } from '../../test/render-form'
import { neverResponds, useVisibleToasts } from '../../test/render-hook'
import { ConfirmEmail } from '../portal/confirm-email/confirm-email'
import { ConfirmEmailNotice } from '../portal/my-projects/confirm-email-notice'
import { ChangePassword } from '../portal/password/change-password'
import { InvalidExistingPassword } from '../portal/password/invalid-existing-password'
import { NewPasswordField } from '../portal/password/new-password-field'
import { RequestCode } from '../portal/password/request-code'
import { SetPasswordByCode } from '../portal/password/set-password-by-code'
import { SetPasswordForm } from '../portal/password/set-password-form'
import { Register } from '../portal/registration/register'
import { MfaChallenge } from '../portal/second-factor/mfa-challenge'
import { MfaRemove } from '../portal/second-factor/mfa-remove'
import { MfaSetup } from '../portal/second-factor/mfa-setup'
import { SecondFactor } from '../portal/second-factor/second-factor'
import { Button } from '../ui/button'
import { CodeField } from '../ui/code-field'
import { Confirm } from '../ui/confirm'
import { TextField } from '../ui/field'
import { PasswordField } from '../ui/password-field'
import { anonymousAuthenticator, setAuthenticator } from './authenticator'
import { ProblemNotice } from './problem-notice'
import { problemText } from './problem-text'

// A page reports ten errors: those of these tests do not count for the next file.
afterAll(() => void vi.resetModules())

const email = 'mei@nordbygg.example'
const nothing = () => undefined

type Field = (props: { onChange?: (typed: never) => unknown }) => ReactNode

/** What a person does on the screen, one thing after the other. */
type Step = (screen: ReactNode) => unknown
const type =
  (field: unknown, typed: string): Step =>
  (screen) =>
    propsOf(field as Field, screen).onChange?.(typed as never)
const submit: Step = (screen) => propsOf<{ onSubmit(): void }>('form' as never, screen).onSubmit()
const press: Step = (screen) => propsOf(Button, screen).onClick?.({} as never)
const confirm: Step = (screen) => propsOf(Confirm, screen).onConfirm()

type Case = [name: string, path: string, useScreen: () => ReactNode, ...steps: Step[]]

/** Screens of somebody who is signed in, whom a call may ask for a proof of identity. */
const signedIn: Case[] = [
  [
    'the set-up of a second factor',
    enableMfa.path,
    () =>
      MfaSetup({
        ...{ email, qrCodeValue: 'otpauth://totp/x', secretCode: 'ABCDEFGH' },
        ...{ isRequired: false, replaces: false, onDone: nothing, onCancel: nothing },
      }),
    type(CodeField, '123456'),
    submit,
  ],
  [
    'the removal of a second factor',
    disableMfa.path,
    () => MfaRemove({ email, onDone: nothing, onCancel: nothing }),
    type(CodeField, '123456'),
    submit,
  ],
  [
    'the change of a password',
    changePassword.path,
    () => ChangePassword({ email, rules: {} as never, isMailEnabled: false }),
    type(PasswordField, 'old'),
    type(NewPasswordField, 'new'),
    submit,
  ],
  [
    'a first password',
    callAddress(setPassword, { email }),
    () => SetPasswordForm({ email, rules: {} as never, welcome: null, onDone: nothing }),
    type(NewPasswordField, 'new'),
    submit,
  ],
  [
    'a new email',
    confirmEmailChange.path,
    () =>
      ConfirmEmail({
        ...{ code: 'c0de', pendingEmail: 'mei@elsewhere.example' },
        ...{ isConfirmed: async () => false, onRefused: nothing, onConfirmed: nothing },
      }),
    press,
  ],
  ['the proof of an email', requestEmailProof.path, () => ConfirmEmailNotice({ email }), press],
]

/** Screens of somebody who is not signed in yet. */
const anonymous: Case[] = [
  [
    'a second step',
    verifyMfa.path,
    () => MfaChallenge({ username: email, session: 'ticket', onVerified: nothing, onCancel: nothing }),
    type(CodeField, '123456'),
    submit,
  ],
  ['a registration', register.path, () => Register({ outbox: undefined }), type(TextField, email), submit],
  [
    'a code for a new password',
    requestPasswordReset.path,
    () => RequestCode({ email, nextUrl: undefined, domainSuffix: undefined, onRequested: nothing }),
    submit,
  ],
  [
    'a new password by a code',
    confirmPasswordReset.path,
    () =>
      SetPasswordByCode({
        ...{ username: email, nextUrl: undefined, code: '', rules: {} as never, outbox: undefined, onDone: nothing },
      }),
    type(CodeField, '123456'),
    type(NewPasswordField, 'new'),
    submit,
  ],
  [
    'the replacement of a password',
    resetInvalidPassword.path,
    () =>
      InvalidExistingPassword({
        ...{ email, nextUrl: undefined, rules: {} as never, isConfirmedByMail: true, offersReset: false },
      }),
    type(PasswordField, 'old'),
    type(NewPasswordField, 'new'),
    submit,
  ],
]

const renewal: Case = [
  'new recovery codes',
  renewRecoveryCodes.path,
  () =>
    SecondFactor({
      ...{ email, isFederated: false, onRenewed: nothing },
      status: { status: 'enabled', available: true, recoveryCodesLeft: 8 } as never,
    }),
  press,
  confirm,
]

/** The texts in a rendered tree, as far as it is expanded; of a notice of a failure its text. */
function textsIn(rendered: unknown): unknown[] {
  if (Array.isArray(rendered)) return rendered.flatMap(textsIn)
  if (!isValidElement<Record<string, unknown>>(rendered)) return typeof rendered === 'string' ? [rendered] : []
  if (rendered.type === ProblemNotice) return [problemText(rendered.props.error).message]
  return Object.values(rendered.props).flatMap(textsIn)
}

/** The screen after it was used, with a server that refuses. */
async function refuse([, path, useScreen, ...steps]: Case, status: number, code: string) {
  setAuthenticator({ ...anonymousAuthenticator, reauthenticate: async () => false })
  onTestFinished(() => setAuthenticator(anonymousAuthenticator))
  let asked = 0
  vi.stubGlobal('fetch', async (address: string) => {
    if (address !== path) return neverResponds(address)
    asked += 1
    return Response.json({ errors: [{ status: String(status), code }] }, { status })
  })
  const form = await renderForm(() => ({ screen: useScreen(), toasts: useVisibleToasts() }))
  // A form looks for its fields there, to focus them.
  Object.assign(document, { querySelector: nothing })
  for (const step of steps) await form.change(({ screen }) => step(screen))
  await form.saved()
  expect(asked).toBe(1)
  const { screen, toasts } = form.current()
  return { shown: textsIn(screen), toasts: toasts.map(({ text }) => text) }
}

const failure = 'Something went wrong on our side. Try again in a moment.'
const declined = 'Confirm that it is you to continue.'

test.each([...signedIn, ...anonymous])('the failure of %s is told by its screen alone', async (...given) => {
  const { shown, toasts } = await refuse(given, 500, 'internal')
  expect(shown).toContain(failure)
  expect(toasts).toEqual([])
})

test.each(signedIn)('whoever declines to prove who they are for %s needs no message', async (...given) => {
  const { shown, toasts } = await refuse(given, 403, 'stepUpRequired')
  expect(shown).not.toContain(declined)
  expect(toasts).toEqual([])
})

test.each([
  ['a failure is told in a toast', 500, 'internal', [failure]],
  ['a declined proof of identity is not told', 403, 'stepUpRequired', []],
])('of new recovery codes, %s', async (_which, status, code, told) => {
  const { toasts } = await refuse(renewal, status, code)
  expect(toasts).toEqual(told)
})
