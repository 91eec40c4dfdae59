import { associateMfa, enableMfa } from '@lintel/contract/identity/mfa'
import { problemObject } from '@lintel/contract/problems'
import type { ReactElement } from 'react'
import { expect, test, vi } from 'vitest'
import { allPropsOf, propsOf, renderForm } from '../../../test/render-form'
import { neverResponds, useVisibleToasts } from '../../../test/render-hook'
import { createQueryClient } from '../../api/query-client'
import { Route } from '../../routes/_signed-in/_account/mfa-setup'
import { currentUser } from '../../session/current-user'
import { EndOtherSessionsCheckbox } from '../../shell/end-other-sessions-checkbox'
import { CodeField } from '../../ui/code-field'
import { MfaSetup } from './mfa-setup'
import { ShowRecoveryCodes } from './show-recovery-codes'

interface SetUp {
  replaces: boolean
  /** The new recovery codes of the answer. */
  recoveryCodes?: string[]
  /** When the answer comes. */
  answered?: Promise<void>
}

/** The set-up of a second factor, with a server that accepts any code. */
async function setUp({ replaces, recoveryCodes = [], answered }: SetUp) {
  const bodies: unknown[] = []
  vi.stubGlobal('fetch', async (address: string, { body }: RequestInit = {}) => {
    if (address !== enableMfa.path) return neverResponds(address)
    bodies.push(JSON.parse(String(body)))
    await answered
    return Response.json({ recoveryCodes })
  })
  const props = { email: 'mei@nordbygg.example', qrCodeValue: 'otpauth://totp/x', secretCode: 'ABCDEFGH' }
  const onDone = vi.fn()
  const form = await renderForm(() => ({
    step: MfaSetup({ ...props, isRequired: false, replaces, onDone, onCancel: () => {} }) as ReactElement,
    toasts: useVisibleToasts(),
  }))
  const type = (code: string) => form.change(({ step }) => propsOf(CodeField, step).onChange?.(code as never))
  const submit = () => form.change(({ step }) => propsOf<{ onSubmit(): void }>('form' as never, step).onSubmit())
  return {
    ...{ type, submit, onDone, saved: form.saved, navigateAway: form.navigateAway },
    toasts: () => form.current().toasts.map(({ text }) => text),
    shownCodes: () => allPropsOf(ShowRecoveryCodes, form.current().step).map(({ codes }) => codes),
    boxes: () => allPropsOf(EndOtherSessionsCheckbox, form.current().step),
    check: () => form.change(({ step }) => propsOf(EndOtherSessionsCheckbox, step).onChange?.(true as never)),
    async enter(code: string) {
      await type(code)
      await submit()
      await form.saved()
      expect(onDone).toHaveBeenCalledOnce()
      return bodies
    },
  }
}

test('C6: whoever moves to a new phone stays signed in elsewhere, unless they choose otherwise', async () => {
  const { boxes, enter } = await setUp({ replaces: true })
  expect(boxes()).toMatchObject([{ checked: false }])
  expect(await enter('123 456')).toEqual([{ code: '123456', endOtherSessions: false }])
})

test('C6: whoever moves to a new phone can end their other sessions with it', async () => {
  const { boxes, check, enter } = await setUp({ replaces: true })
  await check()
  expect(boxes()).toMatchObject([{ checked: true }])
  expect(await enter('123 456')).toEqual([{ code: '123456', endOtherSessions: true }])
})

test('the first second factor ends no other session, and offers none', async () => {
  const { boxes, enter } = await setUp({ replaces: false })
  expect(boxes()).toEqual([])
  expect(await enter('123456')).toMatchObject([{ code: '123456', endOtherSessions: false }])
})

test('new recovery codes are shown, even if another code was typed before the answer came', async () => {
  let answer = () => {}
  const answered = new Promise<void>((resolve) => {
    answer = resolve
  })
  const given = { replaces: false, recoveryCodes: ['one'], answered }
  const { type, submit, saved, shownCodes, toasts } = await setUp(given)
  await type('123456')
  await submit()
  await type('654321')
  answer()
  await saved()
  expect(shownCodes()).toEqual([['one']])
  expect(toasts()).toEqual([])
})

test.each([
  [
    'two-step verification is on without recovery codes',
    { replaces: false, recoveryCodes: ['one'] },
    'Two-step verification is on, but you left before the recovery codes were shown. Create new ones on its page.',
  ],
  ['the new phone is set up', { replaces: true }, 'Your new phone is set up. The old one no longer counts.'],
])('whoever has left the set-up is told that %s, and is led nowhere', async (_what, given, told) => {
  const { type, submit, saved, navigateAway, onDone, toasts } = await setUp(given)
  await type('123456')
  navigateAway()
  await submit()
  await saved()
  expect(toasts()).toEqual([told])
  expect(onDone).not.toHaveBeenCalled()
})

test.each([
  { who: 'whoever must have a second factor is signed out', restriction: 'secondFactor', state: {}, to: '/logout' },
  { who: 'whoever came from its page is there again', restriction: null, state: {}, to: '/second-factor' },
  {
    who: 'whoever came from the profile is there again',
    restriction: null,
    state: { cameFrom: '/user-profile' },
    to: '/user-profile',
  },
])('of those who would rather not prove who they are, $who', async ({ restriction, state, to }) => {
  const asked: string[] = []
  vi.stubGlobal('fetch', async (address: string) => {
    asked.push(address)
    return Response.json({ errors: [problemObject('stepUpRequired')] }, { status: 403 })
  })
  const queries = createQueryClient()
  queries.setQueryData(currentUser.queryKey, { restriction } as never)
  const load = Route.options.loader as (given: object) => Promise<unknown>
  await expect(load({ context: { queries }, deps: {}, location: { state } })).rejects.toMatchObject({
    options: { to, replace: true },
  })
  expect(asked).toEqual([associateMfa.path])
})
