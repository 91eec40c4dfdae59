import type { ReactElement } from 'react'
import { expect, test, vi } from 'vitest'
import { propsOf, renderForm } from '../../../test/render-form'
import { neverResponds } from '../../../test/render-hook'
import { EmailsField } from '../../api/form/emails-field'
import { leaveForms } from '../../api/form/leave-guards'
import { Confirm } from '../../ui/confirm'

test('an address that is typed and not added yet is not left without a question', async () => {
  // The user settings module adds listeners to the document when it is loaded.
  vi.stubGlobal('document', new EventTarget())
  const { EditCustomer } = await import('./edit-customer')
  const { CustomerPeople } = await import('./customer-sections')
  vi.unstubAllGlobals()
  vi.stubGlobal('fetch', neverResponds)
  const { current: rendered, change } = await renderForm(() => {
    const form = EditCustomer({ id: undefined, onClose: () => undefined }) as ReactElement<
      object,
      (props: object) => ReactElement
    >
    const page = form.type(form.props)
    return { page, people: CustomerPeople(propsOf(CustomerPeople, page)) }
  })
  await change(({ people }) => propsOf(EmailsField, people).onTyping(true))
  const then = vi.fn()
  await change(() => leaveForms(then))
  expect(propsOf(Confirm, rendered().page)).toMatchObject({ title: 'Leave without saving?' })
  expect(then).not.toHaveBeenCalled()
  await change(({ page }) => propsOf(Confirm, page).onCancel())
  await change(({ people }) => propsOf(EmailsField, people).onTyping(false))
  await change(() => leaveForms(then))
  expect(then).toHaveBeenCalledOnce()
})
