import { jsonApiMediaType } from '@lintel/contract/jsonapi/document'
import { changeSets } from '@lintel/contract/people/change-sets'
import type { ProjectTemplate } from '@lintel/contract/projects/project-templates'
import { expect, test, vi } from 'vitest'
import { renderForm } from '../../api/form/render-form'
import { neverResponds, useVisibleToasts } from '../../api/render-hook'
import { showToast } from '../../ui/toast'
import { useEntryChanges } from './use-entry-changes'

const template = { id: 't', content: [] } as unknown as ProjectTemplate
const entry = (value: string) => ({
  ...{ sourceProjectId: 'l', key: 'checklistId' as const, value, renameTo: null, isEverything: false },
})

test('what is refused is told though something else is added meanwhile, and what is added as well', async () => {
  const answers = [
    { state: 'planned', summary: { change: 0, conflict: 1 }, rows: [{ outcome: 'conflict', conflict: 'libraryGone' }] },
    { state: 'applied', summary: { change: 1, conflict: 0 } },
  ]
  vi.stubGlobal('fetch', async (address: string, { method }: RequestInit = {}) => {
    if (method !== 'POST' || !address.startsWith(changeSets.path)) return neverResponds(address)
    const data = { type: changeSets.type, id: 'set', attributes: { version: 1, ...answers.shift() } }
    return Response.json({ data }, { headers: { 'content-type': jsonApiMediaType } })
  })
  const {
    current: rendered,
    change,
    saved,
  } = await renderForm(() => ({
    changes: useEntryChanges({
      ...{ customer: 'north', template },
      announce: (_set, text) => showToast({ kind: 'done', text }),
    }),
    toasts: useVisibleToasts(),
  }))
  await change(({ changes }) => {
    changes.add([entry('doors')])
    changes.add([entry('windows')])
  })
  await saved()
  expect(answers).toEqual([])
  expect(rendered().toasts).toMatchObject([
    { kind: 'problem', text: 'The library was deleted.' },
    { kind: 'done', text: '1 entry is added.' },
  ])
})
