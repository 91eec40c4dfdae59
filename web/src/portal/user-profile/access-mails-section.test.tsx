import { userSettings } from '@lintel/contract/settings/user-settings'
import { expect, test, vi } from 'vitest'
import { allPropsOf, propsOf, renderForm } from '../../../test/render-form'
import { neverResponds, useVisibleToasts } from '../../../test/render-hook'
import { Checkbox } from '../../ui/checkbox'

test('mails about access can be chosen once the settings are loaded, and a choice that was not stored is told and taken back', async () => {
  // The settings module listens to the document as soon as it is imported.
  vi.stubGlobal('document', new EventTarget())
  const { AccessMailsSection } = await import('./access-mails-section')
  vi.unstubAllGlobals()
  const sent: unknown[] = []
  let load = () => {}
  let refuse = () => {}
  const loading = new Promise<void>((resolve) => {
    load = resolve
  })
  const refused = new Promise<void>((resolve) => {
    refuse = resolve
  })
  vi.stubGlobal('fetch', async (address: string, { method, body }: RequestInit = {}) => {
    if (!address.startsWith(userSettings.path)) return neverResponds(address)
    if (method !== 'POST') return loading.then(() => Response.json({ data: [], meta: { totalCount: 0 } }))
    sent.push(JSON.parse(String(body)).data.attributes.value)
    await refused
    return new Response(null, { status: 500 })
  })
  const { current, change, saved } = await renderForm(() => ({
    section: AccessMailsSection(),
    toasts: useVisibleToasts(),
  }))
  const boxes = () => allPropsOf(Checkbox, current().section).map(({ checked }) => checked)
  expect(boxes()).toEqual([])
  await change(async () => {
    load()
    await expect.poll(boxes).toEqual([true])
  })
  await change(({ section }) => propsOf(Checkbox, section).onChange?.({ target: { checked: false } } as never))
  expect(boxes()).toEqual([false])
  refuse()
  await saved()
  expect(sent).toEqual([{ isOff: true }])
  expect(current().toasts.map(({ kind }) => kind)).toEqual(['problem'])
  expect(boxes()).toEqual([true])
})
