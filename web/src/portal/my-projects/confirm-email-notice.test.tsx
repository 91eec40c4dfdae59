import type { ReactElement, RefCallback } from 'react'
import { expect, test, vi } from 'vitest'
import { propsOf, renderForm } from '../../../test/render-form'
import { Button } from '../../ui/button'
import { ConfirmEmailNotice } from './confirm-email-notice'

test('after the email is sent the notice takes the focus of the button, unless it has moved elsewhere', async () => {
  vi.stubGlobal('fetch', async () => new Response(null, { status: 204 }))
  const { current, change, saved } = await renderForm(() => ConfirmEmailNotice({ email: 'anna@nord.example' }))
  await change((notice) => propsOf(Button, notice).onClick?.({} as never))
  await saved()
  const { ref, tabIndex } = (current() as ReactElement<{ ref: RefCallback<object>; tabIndex: number }>).props
  expect(tabIndex).toBe(-1)
  const [body, notice] = [{}, { focus: vi.fn() }]
  Object.assign(document, { body, activeElement: {} })
  ref(notice)
  expect(notice.focus).not.toHaveBeenCalled()
  Object.assign(document, { activeElement: body })
  ref(notice)
  expect(notice.focus).toHaveBeenCalledOnce()
})
