import type { UserProfile } from '@lintel/contract/people/user-profiles'
import { isValidElement, type ReactElement } from 'react'
import { expect, test, vi } from 'vitest'
import { pressedButton } from '../../../test/pressed-button'
import { allPropsOf, propsOf, renderForm } from '../../../test/render-form'
import { Button } from '../../ui/button'
import { EmailSection } from './email-section'

test('whoever gives up changing their email is at the button again by which they began', async () => {
  const profile = { id: 'mei@nord.example', mayChangeEmail: true, pendingEmail: null } as UserProfile
  const { current: rendered, change } = await renderForm(() => EmailSection({ profile }))
  expect(propsOf(Button, rendered()).autoFocus).toBe(false)
  await change((part) => propsOf(Button, part).onClick?.({} as never))
  expect(() => propsOf(Button, rendered())).toThrow('Button is not drawn.')
  const form = (rendered().props.children as unknown[]).filter((part) => isValidElement(part)).at(-1)
  await change(() => (form as ReactElement<{ onClose(): void }>).props.onClose())
  expect(propsOf(Button, rendered()).autoFocus).toBe(true)
})

test('whoever withdraws the change of their email is at the heading once the button is gone', async () => {
  vi.stubGlobal('fetch', async () => new Response(null, { status: 204 }))
  const profile = { id: 'mei@nord.example', mayChangeEmail: true, pendingEmail: 'mei@lie.example' } as UserProfile
  const { current, change, saved } = await renderForm(() => EmailSection({ profile }))
  const [, withdraw] = allPropsOf(Button, current())
  const pressed = pressedButton()
  await change(() => withdraw?.onClick?.({} as never))
  expect(pressed.remove()).toBe('heading')
  await saved()
})
