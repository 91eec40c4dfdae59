import { useState } from 'react'
import { expect, onTestFinished, test, vi } from 'vitest'
import { renderHook } from '../../../test/render-hook'
import { createQueryClient } from '../query-client'
import { useEmailToAdd } from './use-email-to-add'

/** The parts of a form and its fields that the hook uses. */
class Form extends EventTarget {
  readonly wrong = { focus: vi.fn() }
  querySelector = () => this.wrong
}

/** Two email lists in one form, and a submit that returns the content of each list, or undefined where it is blocked. */
async function formOfLists() {
  vi.stubGlobal('HTMLFormElement', Form)
  vi.stubGlobal('requestAnimationFrame', (work: () => void) => work())
  onTestFinished(() => {
    vi.unstubAllGlobals()
  })
  const form = new Form()
  const field = { current: { form } as unknown as HTMLInputElement }
  const rendered = renderHook(createQueryClient(), () => {
    const [admins, setAdmins] = useState<readonly string[]>(['anna@nord.example'])
    const [apiUsers, setApiUsers] = useState<readonly string[]>([])
    const [isTyping, setTyping] = useState(false)
    return {
      values: { admins, apiUsers },
      isTyping,
      admin: useEmailToAdd({ field, value: admins, onChange: setAdmins, onTyping: setTyping }),
      apiUser: useEmailToAdd({ field, value: apiUsers, onChange: setApiUsers, onTyping: () => undefined }),
    }
  })
  await expect.poll(rendered).toBeDefined()
  return {
    form,
    drawn: rendered,
    submit() {
      const event = new Event('submit', { cancelable: true })
      form.dispatchEvent(event)
      return event.defaultPrevented ? undefined : rendered()?.values
    },
  }
}

test('addresses that are typed and not added are added by whoever submits the form', async () => {
  const { drawn: rendered, submit } = await formOfLists()
  rendered()?.admin.type(' Mei@Nord.example')
  rendered()?.apiUser.type('reports@nord.example')
  await expect.poll(() => rendered()?.isTyping).toBe(true)
  expect(submit()).toEqual({ admins: ['anna@nord.example', 'mei@nord.example'], apiUsers: ['reports@nord.example'] })
  expect(rendered()).toMatchObject({ isTyping: false, admin: { typed: '' }, apiUser: { typed: '' } })
})

test('what is no address keeps the form from being submitted, stays typed, is told and takes the focus', async () => {
  const { form, drawn: rendered, submit } = await formOfLists()
  rendered()?.admin.type('mei@nord')
  await expect.poll(() => rendered()?.admin.typed).toBe('mei@nord')
  expect(submit()).toBeUndefined()
  expect(rendered()).toMatchObject({
    values: { admins: ['anna@nord.example'] },
    isTyping: true,
    admin: { typed: 'mei@nord', isWrong: true },
  })
  expect(form.wrong.focus).toHaveBeenCalledOnce()
  rendered()?.admin.type('anna@nord.example')
  await expect.poll(() => rendered()?.admin.isWrong).toBe(false)
  expect(submit()).toEqual({ admins: ['anna@nord.example'], apiUsers: [] })
})
