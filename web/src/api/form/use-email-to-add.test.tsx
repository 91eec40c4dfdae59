import { useState } from 'react'
import { expect, onTestFinished, test, vi } from 'vitest'
import { drawHook } from '../draw-hook'
import { createQueryClient } from '../query-client'
import { useEmailToAdd } from './use-email-to-add'

/** As much of a form and its fields as is asked for. */
class Form extends EventTarget {
  readonly wrong = { focus: vi.fn() }
  querySelector = () => this.wrong
}

/** Two lists of addresses in one form, and how it is submitted: what each list holds by then, undefined where it is kept from it. */
async function formOfLists() {
  vi.stubGlobal('HTMLFormElement', Form)
  vi.stubGlobal('requestAnimationFrame', (work: () => void) => work())
  onTestFinished(() => {
    vi.unstubAllGlobals()
  })
  const form = new Form()
  const field = { current: { form } as unknown as HTMLInputElement }
  const drawn = drawHook(createQueryClient(), () => {
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
  await expect.poll(drawn).toBeDefined()
  return {
    form,
    drawn,
    submit() {
      const event = new Event('submit', { cancelable: true })
      form.dispatchEvent(event)
      return event.defaultPrevented ? undefined : drawn()?.values
    },
  }
}

test('addresses that are typed and not added are added by whoever submits the form', async () => {
  const { drawn, submit } = await formOfLists()
  drawn()?.admin.type(' Mei@Nord.example')
  drawn()?.apiUser.type('reports@nord.example')
  await expect.poll(() => drawn()?.isTyping).toBe(true)
  expect(submit()).toEqual({ admins: ['anna@nord.example', 'mei@nord.example'], apiUsers: ['reports@nord.example'] })
  expect(drawn()).toMatchObject({ isTyping: false, admin: { typed: '' }, apiUser: { typed: '' } })
})

test('what is no address keeps the form from being submitted, stays typed, is told and takes the focus', async () => {
  const { form, drawn, submit } = await formOfLists()
  drawn()?.admin.type('mei@nord')
  await expect.poll(() => drawn()?.admin.typed).toBe('mei@nord')
  expect(submit()).toBeUndefined()
  expect(drawn()).toMatchObject({
    values: { admins: ['anna@nord.example'] },
    isTyping: true,
    admin: { typed: 'mei@nord', isWrong: true },
  })
  expect(form.wrong.focus).toHaveBeenCalledOnce()
  drawn()?.admin.type('anna@nord.example')
  await expect.poll(() => drawn()?.admin.isWrong).toBe(false)
  expect(submit()).toEqual({ admins: ['anna@nord.example'], apiUsers: [] })
})
