import { jsonApiMediaType } from '@lintel/contract/jsonapi/document'
import { changeSets } from '@lintel/contract/people/change-sets'
import type { ReactElement } from 'react'
import { expect, test, vi } from 'vitest'
import { propsOf, renderForm } from '../../../test/render-form'
import { neverResponds } from '../../../test/render-hook'
import { NoResponse } from '../../api/failure'
import { FormDialog } from '../../api/form/form-dialog'
import { Button } from '../../ui/button'
import { TextField } from '../../ui/field'
import { RenameEntry } from './rename-entry'

const entry = {
  ...{ sourceProjectId: 'l', key: 'checklistId' as const, value: 'doors', renameTo: 'Fire doors', isEverything: false },
}

/** Changes of a save are delivered in a later task. */
const nextTask = () => new Promise((resolve) => setTimeout(resolve))

/** Renders the dialog of a renamed entry; the server answers each save with the next of these. */
async function renderDialog(...answers: Promise<object>[]) {
  const sent: (string | null)[] = []
  const keys: (string | null)[] = []
  vi.stubGlobal('fetch', async (address: string, { method, body, headers }: RequestInit = {}) => {
    if (method !== 'POST' || !address.startsWith(changeSets.path)) return neverResponds(address)
    sent.push(JSON.parse(String(body)).data.attributes.input.rename[0].renameTo)
    keys.push(new Headers(headers).get('idempotency-key'))
    const data = { type: changeSets.type, id: 'set', attributes: { version: 1, ...(await answers.shift()) } }
    return Response.json({ data }, { headers: { 'content-type': jsonApiMediaType } })
  })
  const onRenamed = vi.fn()
  const { current, change, saved } = await renderForm(() =>
    RenameEntry({
      ...{ customer: 'north', template: 't', entry, original: 'Doors', onRenamed, onClose: () => undefined },
    }),
  )
  const dialog = () => propsOf(FormDialog, current())
  return {
    ...{ sent, keys, onRenamed, saved, dialog },
    type: (value: string) => change((page) => propsOf(TextField, page).onChange?.({ target: { value } } as never)),
    submit: () => change(() => dialog().onSubmit({} as never)),
    reset: () =>
      change((page) => {
        const button = Button(propsOf(Button, page)) as ReactElement<{ onClick(event: object): void }>
        button.props.onClick({ preventDefault: () => undefined })
        return nextTask()
      }),
  }
}

const applied = Promise.resolve({ state: 'applied', summary: { change: 1, conflict: 0 } })
const refused = (conflict: string) =>
  Promise.resolve({
    ...{ state: 'planned', summary: { change: 0, conflict: 1 }, rows: [{ outcome: 'conflict', conflict }] },
  })

test('an entry is renamed, or named as in the library by its own button and by the same name', async () => {
  const { sent, onRenamed, saved, type, submit, reset } = await renderDialog(applied, applied, applied)
  await type('Gates')
  await submit()
  await saved()
  await reset()
  await saved()
  await type('Doors')
  await submit()
  await saved()
  expect(sent).toEqual(['Gates', null, null])
  expect(onRenamed).toHaveBeenCalledTimes(3)
})

test('“As in the library” that is pressed once more while it is saved is saved once', async () => {
  let answer: (set: object) => void = () => undefined
  const answered = new Promise<object>((resolve) => {
    answer = resolve
  })
  const { sent, onRenamed, saved, dialog, reset } = await renderDialog(answered)
  await reset()
  expect(dialog().save.isSaving).toBe(true)
  expect(propsOf(Button, dialog().aside).busy).toBe(true)
  await reset()
  answer(await applied)
  await saved()
  expect(sent).toEqual([null])
  expect(onRenamed).toHaveBeenCalledOnce()
})

test('the failure of the last of two saves is the one that is shown', async () => {
  const { saved, dialog, type, submit, reset } = await renderDialog(refused('libraryGone'), refused('nameTaken'))
  await type('Gates')
  await submit()
  await saved()
  expect(dialog().save.error).toMatchObject({ conflict: 'libraryGone' })
  await reset()
  await saved()
  expect(dialog().save.error).toMatchObject({ conflict: 'nameTaken' })
})

test('a rename whose answer is lost is sent again with the same key, by itself and by the person, and another name with a new one', async () => {
  const lost = Promise.reject(new TypeError('Failed to fetch'))
  lost.catch(() => undefined)
  const { sent, keys, onRenamed, saved, dialog, type, submit } = await renderDialog(lost, lost, applied, applied)
  await type('Gates')
  await submit()
  await saved()
  expect(dialog().save.error).toBeInstanceOf(NoResponse)
  await submit()
  await saved()
  expect(onRenamed).toHaveBeenCalledOnce()
  await type('Doorways')
  await submit()
  await saved()
  expect(sent).toEqual(['Gates', 'Gates', 'Gates', 'Doorways'])
  expect([new Set(keys.slice(0, 3)).size, new Set(keys).size]).toEqual([1, 2])
})
