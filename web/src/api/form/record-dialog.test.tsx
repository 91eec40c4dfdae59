import { jsonApiMediaType } from '@lintel/contract/jsonapi/document'
import { projectTemplates } from '@lintel/contract/projects/project-templates'
import { expect, test, vi } from 'vitest'
import { propsOf, renderForm } from '../../../test/render-form'
import { neverResponds } from '../../../test/render-hook'
import { TextField } from '../../ui/field'
import { FormDialog } from './form-dialog'
import { RecordDialog } from './record-dialog'
import { recordFields } from './record-fields'

const fields = recordFields(projectTemplates, ['name'])

test('K9: a record of a dialog whose answer was lost is sent again with the same key', async () => {
  const keys: (string | null)[] = []
  vi.stubGlobal('fetch', async (address: string, { method, headers }: RequestInit = {}) => {
    if (method !== 'POST') return neverResponds(address)
    keys.push(new Headers(headers).get('idempotency-key'))
    if (keys.length === 1) throw new TypeError('Failed to fetch')
    const data = { type: projectTemplates.type, id: 'quay', attributes: { version: 1, name: 'Quay' } }
    return Response.json({ data }, { headers: { 'content-type': jsonApiMediaType } })
  })
  const onSaved = vi.fn()
  const { change, saved } = await renderForm(() =>
    RecordDialog({
      ...{ fields, onSaved, schema: fields.schema, resource: projectTemplates, opened: undefined, all: [] },
      customer: 'nord',
      labels: { name: 'Name' },
      titleOf: ({ name }) => name,
      newTitle: 'New template',
      onClose: () => undefined,
    }),
  )
  await change((dialog) => propsOf(TextField, dialog).onChange?.({ target: { value: 'Quay' } } as never))
  for (const answers of [0, 1]) {
    await change((dialog) => propsOf(FormDialog, dialog).onSubmit({} as never))
    await saved()
    expect(onSaved).toHaveBeenCalledTimes(answers)
  }
  expect(keys).toEqual([expect.any(String), keys[0]])
})
