import { jsonApiMediaType } from '@lintel/contract/jsonapi/document'
import { changeSets } from '@lintel/contract/people/change-sets'
import { dashboardWidgets } from '@lintel/contract/projects/dashboard-widgets'
import { useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import type { ReactElement } from 'react'
import { expect, test, vi } from 'vitest'
import { allPropsOf, propsOf, renderForm } from '../../../test/render-form'
import { neverResponds } from '../../../test/render-hook'
import { DraftForm } from '../../api/form/draft-form'
import { leaveForms } from '../../api/form/leave-guards'
import { createQueryClient } from '../../api/query-client'
import { Confirm } from '../../ui/confirm'
import { FormActions } from '../../ui/form-actions'
import { LabelledSelect } from '../../ui/labelled-select'
import type { BoardWidget } from './board'
import { boardQueue, widgetsOf } from './board-calls'
import { ChooseChecklists, checklistNames } from './choose-checklists'
import { ChooseImage } from './choose-image'
import { ChooseWorkflow } from './choose-workflow'
import { newWidget, newWidgetId } from './edited-widget'
import { WidgetSettings } from './widget-settings'

test('an image that is on its way is not left without a question, for it would be lost', async () => {
  const widget = { ...newWidget('harbour', 'image', 0), id: 'w-1', version: 1 }
  const { current: rendered, change } = await renderForm(() =>
    WidgetSettings({ widget, customer: 'north', isDeleted: false, onSaved: vi.fn(), onLeave: vi.fn() }),
  )
  const [left, otherLeft] = [vi.fn(), vi.fn()]
  await change(() => leaveForms(left))
  expect(left).toHaveBeenCalledOnce()

  await change(() => propsOf(ChooseImage, rendered()).onUploading(true))
  await change(() => leaveForms(otherLeft))
  expect(otherLeft).not.toHaveBeenCalled()
  await change(() => propsOf(Confirm, rendered()).onConfirm())
  expect(otherLeft).toHaveBeenCalledOnce()
})

test('a search on the board asks nothing about chosen settings and keeps them; leaving edit mode asks', async () => {
  const widget = { ...newWidget('harbour', 'generic-info', 0), id: 'w-1', version: 1 }
  const { current, change } = await renderForm(() => ({
    history: useRouter().history,
    screen: WidgetSettings({ widget, customer: 'north', isDeleted: false, onSaved: vi.fn(), onLeave: vi.fn() }),
  }))
  const shown = () => ({
    address: current().history.location.href,
    size: propsOf(LabelledSelect, current().screen).value,
    questions: allPropsOf(Confirm, current().screen).length,
  })
  await change(({ history }) => history.replace('/form?edit=true'))
  await change(({ screen }) => propsOf(LabelledSelect, screen).onChange('2x1'))
  await change(({ history }) => history.replace('/form?search=quay&edit=true'))
  expect(shown()).toEqual({ address: '/form?search=quay&edit=true', size: '2x1', questions: 0 })
  await change(({ history }) => history.replace('/form?search=quay'))
  expect(shown()).toEqual({ address: '/form?search=quay&edit=true', size: '2x1', questions: 1 })
})

/** Renders the settings of one of several widgets of a card and collects the requests. */
async function openedSettings(answers: { conflict?: boolean; others?: number }[]) {
  const widget = (id: string, version: number) => ({ ...newWidget('harbour', 'generic-info', 0), id, version })
  const card = [widget('w-1', 1), widget('w-2', 1)]
  const queries = createQueryClient()
  queries.setQueryData(widgetsOf('north').queryKey, { records: card as never, included: [] })
  const sent: { expected: unknown; widgets: unknown }[] = []
  const headers = { 'content-type': jsonApiMediaType }
  let now = card
  vi.stubGlobal('fetch', async (address: string, { method, body }: RequestInit = {}) => {
    if (address.startsWith(dashboardWidgets.path)) {
      const data = now.map(({ id, ...attributes }) => ({ type: dashboardWidgets.type, id, attributes }))
      return Response.json({ data }, { headers })
    }
    if (method !== 'POST' || !address.startsWith(changeSets.path)) return neverResponds(address)
    sent.push(JSON.parse(String(body)).data.attributes.input)
    const { conflict = false, others = 1 } = answers.shift() ?? {}
    now = [widget('w-1', 1), widget('w-2', others)]
    const attributes = conflict
      ? { state: 'planned', rows: [{ outcome: 'conflict', conflict: 'changedMeanwhile' }] }
      : { state: 'applied', summary: { change: 1 } }
    return Response.json({ data: { type: changeSets.type, id: 'set', attributes } }, { headers })
  })
  const onSaved = vi.fn()
  const {
    current: rendered,
    change,
    saved,
  } = await renderForm(
    () =>
      WidgetSettings({
        widget: card[0] as BoardWidget,
        customer: 'north',
        isDeleted: false,
        onSaved,
        onLeave: vi.fn(),
      }),
    queries,
  )
  const form = () => propsOf(DraftForm, rendered())
  await change(() => propsOf(LabelledSelect, rendered()).onChange('2x2'))
  await change(() => form().onSubmit({} as never))
  await saved()
  return { sent, onSaved, form }
}

test('settings are saved though another widget of the card was changed by somebody else meanwhile', async () => {
  const { sent, onSaved, form } = await openedSettings([{ conflict: true, others: 2 }, {}])
  expect(sent.map(({ expected }) => expected)).toEqual([
    [
      { id: 'w-1', version: 1 },
      { id: 'w-2', version: 1 },
    ],
    [
      { id: 'w-1', version: 1 },
      { id: 'w-2', version: 2 },
    ],
  ])
  expect(onSaved).toHaveBeenCalledOnce()
  expect(form().save).toMatchObject({ error: undefined, isOutdated: false })
})

test('settings that are refused though nothing of the card has changed are not sent once more', async () => {
  const { sent, onSaved, form } = await openedSettings([{ conflict: true }, {}])
  expect(sent).toHaveLength(1)
  expect(onSaved).not.toHaveBeenCalled()
  expect(form().save.isOutdated).toBe(true)
})

const tableOf = (version: number, dataIds: string[]): BoardWidget => ({
  ...newWidget('harbour', 'checklists', 0),
  ...{ id: 'w-1', version, dataIds },
})

/** The queries of a board with this table, in a project with the checklists a and b. */
function readQueries(table: BoardWidget) {
  const queries = createQueryClient()
  queries.setQueryData(widgetsOf('north').queryKey, { records: [table] as never, included: [] })
  const records = ['a', 'b'].map((id) => ({ type: 'checklists', id, version: 1, name: id }))
  queries.setQueryData(checklistNames('harbour').queryKey, { records: records as never, included: [] })
  return queries
}

test('a table whose selected checklists were deleted is saved with a new selection only, without the deleted ones', async () => {
  const table = tableOf(1, ['gone'])
  const queries = readQueries(table)
  const sent: unknown[] = []
  vi.stubGlobal('fetch', async (address: string, { method, body }: RequestInit = {}) => {
    if (method !== 'POST' || !address.startsWith(changeSets.path)) return neverResponds(address)
    sent.push(JSON.parse(String(body)).data.attributes.input.widgets)
    const attributes = { state: 'applied', summary: { change: 1 } }
    const headers = { 'content-type': jsonApiMediaType }
    return Response.json({ data: { type: changeSets.type, id: 'set', attributes } }, { headers })
  })
  const { current, change, saved } = await renderForm(
    () =>
      WidgetSettings({
        ...{ widget: table, customer: 'north', isDeleted: false },
        ...{ onSaved: vi.fn(), onLeave: vi.fn() },
      }),
    queries,
  )
  const isDisabled = () => propsOf(FormActions, current()).isDisabled
  const choice = () => propsOf(ChooseChecklists, current())
  expect([choice().value, isDisabled()]).toEqual([[], true])
  await change(() => choice().onChange([...choice().value, 'b']))
  expect([choice().value, isDisabled()]).toEqual([['b'], false])
  await change(() => propsOf(DraftForm, current()).onSubmit({} as never))
  await saved()
  expect(sent).toMatchObject([[{ id: 'w-1', dataIds: ['b'] }]])
})

test('a checklist that somebody else has made and selected while another one was chosen is a conflict, not a deleted one', async () => {
  let table = tableOf(1, ['a'])
  const queries = readQueries(table)
  const read: string[] = []
  vi.stubGlobal('fetch', (address: string) => {
    read.push(address)
    return neverResponds(address)
  })
  const { current, change } = await renderForm(
    () =>
      WidgetSettings({
        ...{ widget: table, customer: 'north', isDeleted: false },
        ...{ onSaved: vi.fn(), onLeave: vi.fn() },
      }),
    queries,
  )
  // The known names may be older than the selection.
  await expect.poll(() => read.filter((address) => address.includes('checklists'))).toHaveLength(1)
  const conflicts = () => propsOf(DraftForm, current()).conflicts?.map(({ label }) => label)
  await change(() => propsOf(ChooseChecklists, current()).onChange(['a', 'b']))
  expect(conflicts()).toEqual([])
  table = tableOf(2, ['a', 'c'])
  await change(() => propsOf(LabelledSelect, current()).onChange('2x2'))
  expect(conflicts()).toEqual(['Selection'])
})

test('settings wait for what else is being saved on the board', async () => {
  const queries = createQueryClient()
  const saves = queries.getMutationCache()
  const { current: rendered, change } = await renderForm(
    () =>
      WidgetSettings({
        ...{ widget: newWidget('harbour', 'generic-info', 0), customer: 'north', isDeleted: false },
        ...{ onSaved: vi.fn(), onLeave: vi.fn() },
      }),
    queries,
  )
  vi.stubGlobal('fetch', neverResponds)
  await change(() => propsOf(DraftForm, rendered()).onSubmit({} as never))
  expect(saves.getAll().map(({ options }) => options.scope)).toEqual([{ id: boardQueue }])
  saves.clear()
})

test.each([
  ['take the focus where somebody has opened them', false, false, true],
  ['take the focus where they have opened by themselves and nothing has it', true, true, true],
  ['leave the focus to what somebody is typing in where they have opened by themselves', true, false, false],
])('settings %s', async (_, isAutomatic, isBodyActive, isFocused) => {
  vi.stubGlobal('fetch', neverResponds)
  const size = { focus: vi.fn() }
  await renderForm(() => {
    const body = {}
    Object.assign(document, { body, activeElement: isBodyActive ? body : {} })
    const settings = WidgetSettings({
      ...{ widget: newWidget('harbour', 'checklists', 0), customer: 'north', isDeleted: false, isAutomatic },
      ...{ onSaved: vi.fn(), onLeave: vi.fn() },
    }) as ReactElement<{ children: ReactElement<{ ref: { current: unknown } }>[] }>
    const [fields] = settings.props.children
    if (fields) fields.props.ref.current = { querySelector: () => size }
  })
  expect(size.focus).toHaveBeenCalledTimes(isFocused ? 1 : 0)
})

test('a trend whose workflow was deleted can be set to all workflows', async () => {
  const headers = { 'content-type': jsonApiMediaType }
  vi.stubGlobal('fetch', async () =>
    Response.json({ data: [{ type: 'workflows', id: 'a', attributes: { name: 'Defects' } }] }, { headers }),
  )
  const { current, change } = await renderForm(() => [
    ChooseWorkflow({ project: 'harbour', value: 'gone', onChange: vi.fn() }),
    ChooseWorkflow({ project: 'harbour', value: 'a', onChange: vi.fn() }),
  ])
  await change(() => new Promise((resolve) => setTimeout(resolve, 50)))
  const options = allPropsOf(LabelledSelect, current()).map((select) => select.options)
  const existing = [
    { value: '', label: 'All workflows' },
    { value: 'a', label: 'Defects' },
  ]
  expect(options).toEqual([[...existing, { value: 'gone', label: 'The workflow of this trend is gone.' }], existing])
})

/** Opens the settings of a widget at a server that does what it is asked once a key; its first answers are lost. */
async function openedAtLosingServer(widget: BoardWidget, lost: number) {
  const queries = createQueryClient()
  let stored = widget.id === newWidgetId ? [] : [widget]
  queries.setQueryData(widgetsOf('north').queryKey, { records: stored as never, included: [] })
  const keys: string[] = []
  const headers = { 'content-type': jsonApiMediaType }
  vi.stubGlobal('fetch', async (address: string, { method, body, headers: sent }: RequestInit = {}) => {
    if (address.startsWith(dashboardWidgets.path)) {
      const data = stored.map(({ id, ...attributes }) => ({ type: dashboardWidgets.type, id, attributes }))
      return Response.json({ data }, { headers })
    }
    if (method !== 'POST' || !address.startsWith(changeSets.path)) return neverResponds(address)
    const key = new Headers(sent).get('idempotency-key') ?? ''
    const { widgets } = JSON.parse(String(body)).data.attributes.input as { widgets: BoardWidget[] }
    if (!keys.includes(key)) {
      const version = keys.length + 2
      stored = widgets.map((each, at) => ({ ...widget, ...each, id: each.id ?? `w-${at + 1}`, version }))
    }
    keys.push(key)
    if (keys.length <= lost) throw new TypeError('Failed to fetch')
    const attributes = { state: 'applied', summary: { change: 1 } }
    return Response.json({ data: { type: changeSets.type, id: key, attributes } }, { headers })
  })
  const [onSaved, onLeave] = [vi.fn(), vi.fn()]
  const { current, change, saved } = await renderForm(() => {
    const { data } = useQuery(widgetsOf('north'))
    const now = data?.records.find(({ id }) => id === widget.id) ?? widget
    return WidgetSettings({ widget: now, customer: 'north', isDeleted: false, onSaved, onLeave })
  }, queries)
  const chooseSize = (size: string) => change(() => propsOf(LabelledSelect, current()).onChange(size))
  async function pressOk() {
    await change(() => propsOf(DraftForm, current()).onSubmit({} as never))
    await saved()
  }
  return { keys, onSaved, onLeave, chooseSize, pressOk, stored: () => stored.map(({ size }) => size) }
}

test('K9: a new widget whose answer is lost is sent once more by the same key', async () => {
  const { keys, onSaved, pressOk, stored } = await openedAtLosingServer(newWidget('harbour', 'generic-info', 0), 1)
  await pressOk()
  expect(keys).toEqual([expect.any(String), keys[0]])
  expect(stored()).toHaveLength(1)
  expect(onSaved).toHaveBeenCalledOnce()
})

test('K9: a new widget that was added without any answer is not added again, and its step can be undone', async () => {
  const settings = await openedAtLosingServer(newWidget('harbour', 'generic-info', 0), 2)
  await settings.pressOk()
  expect(settings.onSaved).not.toHaveBeenCalled()
  await settings.pressOk()
  expect(settings.stored()).toHaveLength(1)
  expect(settings.onSaved).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ id: settings.keys[0] }))
})

test('K9: settings that were saved without any answer are announced by OK, and not sent by another key', async () => {
  const widget = { ...newWidget('harbour', 'generic-info', 0), id: 'w-1', version: 1 }
  const settings = await openedAtLosingServer(widget, 2)
  await settings.chooseSize('2x2')
  await settings.pressOk()
  expect(settings.onSaved).not.toHaveBeenCalled()
  await settings.pressOk()
  expect(settings.stored()).toEqual([[2, 2]])
  expect(settings.onSaved).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ id: settings.keys[0] }))
  expect(settings.onLeave).not.toHaveBeenCalled()
})
