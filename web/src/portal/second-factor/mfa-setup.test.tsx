import { enableMfa } from '@lintel/contract/identity/mfa'
import type { ReactElement } from 'react'
import { expect, test, vi } from 'vitest'
import { allPropsOf, propsOf, renderForm } from '../../../test/render-form'
import { neverResponds } from '../../../test/render-hook'
import { EndOtherSessionsCheckbox } from '../../shell/end-other-sessions-checkbox'
import { CodeField } from '../../ui/code-field'
import { MfaSetup } from './mfa-setup'

/** The set-up of a second factor, with a server that accepts any code and has no new recovery codes. */
async function setUp({ replaces }: { replaces: boolean }) {
  const bodies: unknown[] = []
  vi.stubGlobal('fetch', async (address: string, { body }: RequestInit = {}) => {
    if (address !== enableMfa.path) return neverResponds(address)
    bodies.push(JSON.parse(String(body)))
    return Response.json({ recoveryCodes: [] })
  })
  const props = { email: 'mei@nordbygg.example', qrCodeValue: 'otpauth://totp/x', secretCode: 'ABCDEFGH' }
  const onDone = vi.fn()
  const form = await renderForm(
    () => MfaSetup({ ...props, isRequired: false, replaces, onDone, onCancel: () => {} }) as ReactElement,
  )
  return {
    boxes: () => allPropsOf(EndOtherSessionsCheckbox, form.current()),
    check: () => form.change((step) => propsOf(EndOtherSessionsCheckbox, step).onChange?.(true as never)),
    async enter(code: string) {
      await form.change((step) => propsOf(CodeField, step).onChange?.(code as never))
      await form.change((step) => propsOf<{ onSubmit(): void }>('form' as never, step).onSubmit())
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
