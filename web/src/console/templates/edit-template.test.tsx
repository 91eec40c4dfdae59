import { jsonApiMediaType } from '@lintel/contract/jsonapi/document'
import { changeSets } from '@lintel/contract/people/change-sets'
import { type ProjectTemplate, projectTemplates } from '@lintel/contract/projects/project-templates'
import { expect, test, vi } from 'vitest'
import { propsOf, renderForm } from '../../../test/render-form'
import { neverResponds, useVisibleToasts } from '../../../test/render-hook'
import { FormDialog } from '../../api/form/form-dialog'
import { RecordDialog } from '../../api/form/record-dialog'
import { TextField } from '../../ui/field'
import { EditTemplate } from './edit-template'

const housing = {
  id: 't',
  version: 3,
  name: 'Housing',
  customer: 'north',
  content: [],
  numProjects: 0,
} as unknown as ProjectTemplate
const json = (type: string, id: string, attributes: object) =>
  Response.json({ data: { type, id, attributes } }, { headers: { 'content-type': jsonApiMediaType } })

/** Saves the form with the name Quays; returns what was sent, what was recorded and the toasts. */
async function saveQuays(opened: ProjectTemplate | undefined, { isReadLost = false } = {}) {
  const inputs: object[] = []
  vi.stubGlobal('fetch', async (address: string, { method, body }: RequestInit = {}) => {
    if (method === 'POST' && address.startsWith(changeSets.path)) {
      const { kind, input } = JSON.parse(String(body)).data.attributes
      inputs.push({ kind, ...input })
      const rows = [{ object: { id: 't' }, after: { name: 'Quays' } }]
      return json(changeSets.type, 'set', { version: 1, state: 'applied', summary: { change: 1, conflict: 0 }, rows })
    }
    if (isReadLost && address.startsWith(`${projectTemplates.path}/t`)) throw new TypeError('Failed to fetch')
    if (address.startsWith(`${projectTemplates.path}/t`))
      return json(projectTemplates.type, 't', { version: 4, name: 'Quays', content: [] })
    return neverResponds(address)
  })
  const undo = vi.fn()
  const onDone = vi.fn(() => undo)
  const onSaved = vi.fn()
  const { current, change, saved } = await renderForm(() => ({
    dialog: RecordDialog(
      propsOf(
        RecordDialog,
        EditTemplate({
          ...{ customer: { id: 'north', name: 'North' }, opened, all: opened ? [opened] : [], onDone, onSaved },
          onRemoved: () => undefined,
          onClose: () => undefined,
        }),
      ) as never,
    ),
    toasts: useVisibleToasts(),
  }))
  await change(({ dialog }) => propsOf(TextField, dialog).onChange?.({ target: { value: 'Quays' } } as never))
  await change(({ dialog }) => propsOf(FormDialog, dialog).onSubmit({} as never))
  await saved()
  return { inputs, undo, onDone, onSaved, toasts: current().toasts }
}

test.each([
  ['a new template', undefined, { name: 'Quays' }, 'Quays is added.'],
  ['a rename', housing, { template: 't', name: 'Quays', expectedVersion: 3 }, 'Quays is saved.'],
])('%s is a change of the undo list, and its toast undoes it', async (_what, opened, input, text) => {
  const { inputs, undo, onDone, onSaved, toasts } = await saveQuays(opened)
  expect(inputs).toEqual([{ kind: 'template', ...input }])
  expect(onDone).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ id: 'set' }))
  expect(onSaved).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ id: 't', version: 4, name: 'Quays' }))
  expect(toasts).toMatchObject([{ kind: 'done', text, action: { label: 'Undo', run: undo } }])
})

test.each([
  ['a new template', undefined, 'Quays is added.'],
  ['a rename', housing, 'Quays is saved.'],
])('%s that is stored is not said to have failed because it cannot be read again', async (_what, opened, text) => {
  const { inputs, undo, onSaved, toasts } = await saveQuays(opened, { isReadLost: true })
  expect(inputs).toHaveLength(1)
  expect(onSaved).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ id: 't', name: 'Quays', content: [] }))
  expect(toasts).toMatchObject([{ kind: 'done', text, action: { label: 'Undo', run: undo } }])
})
