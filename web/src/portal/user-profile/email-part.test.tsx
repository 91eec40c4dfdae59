import type { UserProfile } from '@lintel/contract/people/user-profiles'
import { isValidElement, type ReactElement } from 'react'
import { expect, test } from 'vitest'
import { drawForm, givenTo } from '../../api/form/draw-form'
import { Button } from '../../ui/button'
import { EmailPart } from './email-part'

test('whoever gives up changing their email is at the button again by which they began', async () => {
  const profile = { id: 'mei@nord.example', mayChangeEmail: true, pendingEmail: null } as UserProfile
  const { drawn, change } = await drawForm(() => EmailPart({ profile }))
  expect(givenTo(Button, drawn()).autoFocus).toBe(false)
  await change((part) => givenTo(Button, part).onClick?.({} as never))
  expect(() => givenTo(Button, drawn())).toThrow('Button is not drawn.')
  const form = (drawn().props.children as unknown[]).filter((part) => isValidElement(part)).at(-1)
  await change(() => (form as ReactElement<{ onClose(): void }>).props.onClose())
  expect(givenTo(Button, drawn()).autoFocus).toBe(true)
})
