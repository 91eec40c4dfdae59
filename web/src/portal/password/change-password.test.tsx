import { changePassword, resetInvalidPassword } from '@lintel/contract/identity/change-password'
import { problemObject } from '@lintel/contract/problems'
import type { ReactNode } from 'react'
import { expect, test, vi } from 'vitest'
import { allPropsOf, propsOf, renderForm } from '../../../test/render-form'
import { neverResponds, useVisibleToasts } from '../../../test/render-hook'
import { createQueryClient } from '../../api/query-client'
import { Route } from '../../routes/_signed-in/_account/change-password'
import { currentUser } from '../../session/current-user'
import { Notice } from '../../ui/notice'
import { PasswordField } from '../../ui/password-field'
import { ChangePassword } from './change-password'
import { InvalidExistingPassword } from './invalid-existing-password'
import { NewPasswordField } from './new-password-field'

test('a changed password is told even if its form has gone on before the answer came, which keeps what was typed', async () => {
  let answer = () => {}
  vi.stubGlobal('fetch', async (address: string) => {
    if (address !== changePassword.path) return neverResponds(address)
    await new Promise<void>((resolve) => {
      answer = resolve
    })
    return new Response(null, { status: 204 })
  })
  const { change, saved, current } = await renderForm(() => ({
    screen: ChangePassword({ email: 'mei@nordbygg.example', rules: {} as never, isMailEnabled: false }),
    toasts: useVisibleToasts(),
  }))
  const type = (password: string) => change(({ screen }) => propsOf(NewPasswordField, screen).onChange(password))
  await change(({ screen }) => propsOf(PasswordField, screen).onChange?.('old' as never))
  await type('new')
  await change(({ screen }) => propsOf<{ onSubmit(): void }>('form' as never, screen).onSubmit())
  await type('newer')
  expect(current().toasts).toEqual([])
  answer()
  await saved()
  expect(current().toasts.map(({ text }) => text)).toEqual([
    'Your password has been changed. You are signed out everywhere else.',
  ])
  expect(propsOf(NewPasswordField, current().screen).value).toBe('newer')
})

const person = { email: 'mei@nordbygg.example', rules: {} as never }
const replacement = { ...person, nextUrl: undefined, offersReset: false }

test.each([
  [
    'changed already',
    changePassword.path,
    'wrongPassword',
    1,
    () => ChangePassword({ ...person, isMailEnabled: false }),
  ],
  [
    'replaced already',
    resetInvalidPassword.path,
    'invalid_grant',
    1,
    () => InvalidExistingPassword({ ...replacement, isConfirmedByMail: false }),
  ],
  [
    'wrong, where a mail has to confirm the new one',
    resetInvalidPassword.path,
    'invalid_grant',
    0,
    () => InvalidExistingPassword({ ...replacement, isConfirmedByMail: true }),
  ],
] as const)('after a lost response a refused old password is told as %s', async (_, path, code, notices, screen) => {
  let times = 0
  vi.stubGlobal('fetch', async (address: string) => {
    if (address !== path) return neverResponds(address)
    times += 1
    if (times === 1) throw new TypeError('Failed to fetch')
    return Response.json({ errors: [problemObject(code, { pointer: '/oldPassword' })] }, { status: 422 })
  })
  const { change, saved, current } = await renderForm<ReactNode>(screen)
  const submit = async () => {
    await change((drawn) => propsOf<{ onSubmit(): void }>('form' as never, drawn).onSubmit())
    await saved()
  }
  await change((drawn) => propsOf(PasswordField, drawn).onChange?.('old' as never))
  await change((drawn) => propsOf(NewPasswordField, drawn).onChange('new'))
  await submit()
  expect(allPropsOf(Notice, current())).toHaveLength(0)
  await submit()
  expect(times).toBe(2)
  expect(allPropsOf(Notice, current())).toHaveLength(notices)
})

/** Where somebody is led who opens the page; undefined where it stays open. */
async function redirectedTo(user: { method: string; guestOf: string | null }): Promise<string | undefined> {
  const queries = createQueryClient()
  queries.setQueryData(currentUser.queryKey, user as never)
  const load = Route.options.loader as (given: object) => Promise<void>
  return load({ context: { queries } }).then(
    () => undefined,
    ({ options }: { options: { to: string } }) => options.to,
  )
}

test('who has no password of their own is led from its page to the one that they have', async () => {
  expect(await redirectedTo({ method: 'password', guestOf: null })).toBeUndefined()
  expect(await redirectedTo({ method: 'federation', guestOf: null })).toBe('/user-profile')
  expect(await redirectedTo({ method: 'guest', guestOf: 'harbour' })).toBe('/sessions')
})
