import { jsonApiMediaType } from '@lintel/contract/jsonapi/document'
import { changeSets } from '@lintel/contract/people/change-sets'
import type { Organization } from '@lintel/contract/people/organizations'
import { expect, test, vi } from 'vitest'
import { propsOf, renderForm } from '../../../test/render-form'
import { neverResponds, useVisibleToasts } from '../../../test/render-hook'
import { FormDialog } from '../../api/form/form-dialog'
import { RecordDialog } from '../../api/form/record-dialog'
import { TextField } from '../../ui/field'
import { EditOrganization } from './edit-organization'

/** Opens the form of a new organization at a server that adds one for each key; its first answers are lost. */
async function openedForm(lost: number) {
  const keys: string[] = []
  const stored = new Map<string, Organization>()
  vi.stubGlobal('fetch', async (address: string, { method, headers, body }: RequestInit = {}) => {
    if (method !== 'POST' || !address.startsWith(changeSets.path)) return neverResponds(address)
    const key = new Headers(headers).get('idempotency-key') ?? ''
    const { fields } = JSON.parse(String(body)).data.attributes.input
    stored.set(key, { ...stored.get(key), ...fields, id: key, version: 1 })
    keys.push(key)
    if (keys.length <= lost) throw new TypeError('Failed to fetch')
    const rows = [{ object: { id: key }, after: fields }]
    const attributes = { state: 'applied', summary: { change: 1 }, rows }
    const data = { type: changeSets.type, id: `set of ${key}`, attributes }
    return Response.json({ data }, { headers: { 'content-type': jsonApiMediaType } })
  })
  const [undo, onClose] = [vi.fn(), vi.fn()]
  const onDone = vi.fn(() => undo)
  const form = await renderForm(() => {
    // The list shows what is stored, whether its answer has arrived or not.
    const all = [...stored.values()]
    const props = { customer: 'nord', opened: undefined, all, onDone, onClose }
    const dialog = RecordDialog(propsOf(RecordDialog, EditOrganization(props)) as never)
    return { dialog, toasts: useVisibleToasts() }
  })
  const dialog = () => propsOf(FormDialog, form.current().dialog)
  return {
    ...{ keys, stored, undo, onDone, onClose, dialog },
    toasts: () => form.current().toasts,
    type: (value: string) =>
      form.change(({ dialog: now }) => propsOf(TextField, now).onChange?.({ target: { value } } as never)),
    async pressOk() {
      await form.change(() => dialog().onSubmit({ currentTarget: null } as never))
      await form.saved()
    },
  }
}

test.each([
  ['once', 1, 1],
  ['again and again', 2, 2],
])(
  'K9: a new organization whose answer is lost %s is added once, and its step can be undone',
  async (_, lost, presses) => {
    const form = await openedForm(lost)
    await form.type('Kai AS')
    for (let press = 1; press <= presses; press += 1) {
      expect([form.dialog().isDisabled, form.onDone.mock.calls.length]).toEqual([false, 0])
      await form.pressOk()
    }
    expect([...form.stored.keys()]).toEqual([form.keys[0]])
    expect(form.onDone).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ id: `set of ${form.keys[0]}` }))
    expect(form.toasts()).toMatchObject([{ text: 'Kai AS is added.', action: { label: 'Undo', run: form.undo } }])
    expect(form.onClose).toHaveBeenCalledOnce()
  },
)

test('a name that is typed after a lost answer may still be taken: by the organization that was added', async () => {
  const form = await openedForm(2)
  await form.type('Kai AS')
  await form.pressOk()
  await form.type('Kaien AS')
  expect(form.dialog().isDisabled).toBe(false)
  await form.type('kai as')
  expect(form.dialog().isDisabled).toBe(true)
})
