import type { ReactElement } from 'react'
import { expect, test, vi } from 'vitest'
import { unanswered } from '../../api/draw-hook'
import { drawForm, givenTo } from '../../api/form/draw-form'
import { EmailsField } from '../../api/form/emails-field'
import { leaveForms } from '../../api/form/leavers'
import { Confirm } from '../../ui/confirm'

test('an address that is typed and not added yet is not left without a question', async () => {
  // What keeps settings listens to the page from the moment it is there.
  vi.stubGlobal('document', new EventTarget())
  const { EditCustomer } = await import('./edit-customer')
  vi.unstubAllGlobals()
  vi.stubGlobal('fetch', unanswered)
  const { drawn, change } = await drawForm(() => {
    const form = EditCustomer({ id: undefined, onClose: () => undefined }) as ReactElement<
      object,
      (props: object) => ReactElement
    >
    return form.type(form.props)
  })
  await change((page) => givenTo(EmailsField, page).onTyping(true))
  const then = vi.fn()
  await change(() => leaveForms(then))
  expect(givenTo(Confirm, drawn())).toMatchObject({ title: 'Leave without saving?' })
  expect(then).not.toHaveBeenCalled()
  await change((page) => givenTo(Confirm, page).onCancel())
  await change((page) => givenTo(EmailsField, page).onTyping(false))
  await change(() => leaveForms(then))
  expect(then).toHaveBeenCalledOnce()
})
