import { jsonApiMediaType } from '@lintel/contract/jsonapi/document'
import { type ProjectTemplate, projectTemplates } from '@lintel/contract/projects/project-templates'
import { expect, test, vi } from 'vitest'
import { propsOf, renderForm } from '../../../test/render-form'
import { neverResponds } from '../../../test/render-hook'
import { Button } from '../../ui/button'
import { TextField } from '../../ui/field'
import { createQueryClient } from '../query-client'
import { all } from '../resource'
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

test('a deletion closes the dialog and is told while the lists still have the record, then they are without it', async () => {
  const record = { id: 'quay', version: 1, name: 'Quay' } as ProjectTemplate
  vi.stubGlobal('fetch', neverResponds)
  const queries = createQueryClient()
  const { queryKey } = all(projectTemplates)
  queries.setQueryData(queryKey, { records: [record], included: [] } as never)
  const listed = () => queries.getQueryData<{ records: { id: string }[] }>(queryKey)?.records.map(({ id }) => id)
  const told: unknown[] = []
  const { change, saved } = await renderForm(
    () =>
      RecordDialog({
        ...{ fields, schema: fields.schema, resource: projectTemplates, opened: record, all: [record] },
        customer: 'nord',
        labels: { name: 'Name' },
        titleOf: ({ name }) => name,
        newTitle: 'New template',
        writes: { remove: async () => ({ record: undefined }) },
        removal: ({ onConfirm }) => <Button onClick={onConfirm}>Confirm</Button>,
        onRemoved: ({ id }) => told.push([id, listed()]),
        onClose: () => told.push('closed'),
      }),
    queries,
  )
  await change((dialog) => propsOf(Button, propsOf(FormDialog, dialog).aside).onClick?.({} as never))
  await change((dialog) => propsOf(Button, dialog).onClick?.({} as never))
  await saved()
  expect(told).toEqual(['closed', ['quay', ['quay']]])
  expect(listed()).toEqual([])
})
