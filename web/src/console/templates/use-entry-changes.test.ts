import { jsonApiMediaType } from '@lintel/contract/jsonapi/document'
import { changeSets } from '@lintel/contract/people/change-sets'
import type { ProjectTemplate } from '@lintel/contract/projects/project-templates'
import { expect, test, vi } from 'vitest'
import { renderForm } from '../../../test/render-form'
import { neverResponds, useVisibleToasts } from '../../../test/render-hook'
import { showToast } from '../../ui/toast'
import { useEntryChanges } from './use-entry-changes'

const template = { id: 't', content: [] } as unknown as ProjectTemplate
const entry = (value: string) => ({
  ...{ sourceProjectId: 'l', key: 'checklistId' as const, value, renameTo: null, isEverything: false },
})

/** Renders the changes of the template with their toasts; the server answers each with the next of `answers`. */
async function renderChanges(answers: object[]) {
  vi.stubGlobal('fetch', async (address: string, { method }: RequestInit = {}) => {
    if (method !== 'POST' || !address.startsWith(changeSets.path)) return neverResponds(address)
    const data = { type: changeSets.type, id: 'set', attributes: { version: 1, ...answers.shift() } }
    return Response.json({ data }, { headers: { 'content-type': jsonApiMediaType } })
  })
  return renderForm(() => ({
    changes: useEntryChanges({
      ...{ customer: 'north', template },
      announce: (_set, text) => showToast({ kind: 'done', text }),
    }),
    toasts: useVisibleToasts(),
  }))
}

test('what is refused is told though something else is added meanwhile, and what is added as well', async () => {
  const answers = [
    { state: 'planned', summary: { change: 0, conflict: 1 }, rows: [{ outcome: 'conflict', conflict: 'libraryGone' }] },
    { state: 'applied', summary: { change: 1, conflict: 0 } },
  ]
  const { current: rendered, change, saved } = await renderChanges(answers)
  await change(({ changes }) => {
    changes.add([entry('doors')])
    changes.add([entry('windows')])
  })
  await saved()
  expect(answers).toEqual([])
  expect(rendered().toasts).toMatchObject([
    { kind: 'problem', text: 'The library was deleted or is no library any more.' },
    { kind: 'done', text: '1 entry is added.' },
  ])
})

test('what somebody else has added or removed meanwhile is told as that', async () => {
  const unchanged = { state: 'applied', summary: { change: 0, conflict: 0 } }
  const { current: rendered, change, saved } = await renderChanges([unchanged, unchanged])
  await change(({ changes }) => {
    changes.remove([entry('doors')])
    changes.add([entry('windows')])
  })
  await saved()
  expect(rendered().toasts.map(({ text }) => text)).toEqual([
    'It was removed already.',
    'All of it is in the template already.',
  ])
})
