import { expect, onTestFinished, test } from 'vitest'
import { allPropsOf, renderForm } from '../../../test/render-form'
import { beginSession, leaveSession } from '../../session/session'
import { signInAgain } from '../../session/sign-in-again'
import { Confirm } from '../../ui/confirm'
import { CreateFeedToken } from './create-feed-token'

test.each([
  ['that ends when idle has to sign in again first', true, [{ title: 'Sign in for longer first' }]],
  ['that is remembered is asked for the customer at once', false, []],
])('a session %s', async (_which, logoutWhenIdle, questions) => {
  beginSession({
    result: 'SUCCESS',
    idToken: 'a.b.c',
    accessToken: 'a',
    tokenType: 'Bearer',
    expiresIn: 3_600,
    logoutWhenIdle,
    idleSeconds: 3_600,
  })
  onTestFinished(leaveSession)
  const customers = [{ id: 'north', name: 'Nordbygg AS' }]
  const form = await renderForm(() => CreateFeedToken({ customers, onCreated: () => {}, onClose: () => {} }))
  const asked = allPropsOf(Confirm, form.current())
  expect(asked).toMatchObject(questions)
  expect(asked.map(({ onConfirm }) => onConfirm)).toEqual(questions.map(() => signInAgain))
})
