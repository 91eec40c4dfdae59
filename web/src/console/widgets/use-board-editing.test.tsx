import { setupI18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { jsonApiMediaType } from '@lintel/contract/jsonapi/document'
import { changeSets } from '@lintel/contract/people/change-sets'
import type { WidgetType } from '@lintel/contract/projects/dashboard-widgets'
import { QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, createRootRoute, createRouter, RouterContextProvider } from '@tanstack/react-router'
import { useEffect } from 'react'
import { createRoot } from 'react-dom/client'
import { expect, onTestFinished, test, vi } from 'vitest'
import { stubPage, useVisibleToasts } from '../../../test/render-hook'
import { unmountAfterTest } from '../../../test/unmount-after-test'
import { registerLeaveGuard } from '../../api/form/leave-guards'
import { createQueryClient } from '../../api/query-client'
import { savesSettled } from '../../api/saves-settled'
import type { Toast } from '../../ui/toast'
import type { Card } from './board'
import { widgetsOf } from './board-calls'
import { newWidget } from './edited-widget'
import { useBoardEditing } from './use-board-editing'
import { figuresOfWidget } from './widget-figures'

const customer = 'north'
const i18n = setupI18n({ locale: 'en', messages: { en: {} } })
const router = createRouter({ routeTree: createRootRoute(), history: createMemoryHistory() })
type Editing = ReturnType<typeof useBoardEditing>

/** Props of the board, which a test can change: cards changed by others, the end of edit mode, a narrower window or a search. */
interface BoardInput {
  cards: readonly Card[]
  isEditing: boolean
  isPhone?: boolean
  search?: string
}

interface BoardProps {
  input: BoardInput
  onRender(editing: Editing | undefined): void
  onToasts(toasts: readonly Toast[]): void
}

function Board({ input, onRender, onToasts }: BoardProps) {
  const editing = useBoardEditing(customer, input.cards, { isPhone: false, search: '', ...input })
  onToasts(useVisibleToasts())
  // Effects have run by now.
  useEffect(() => {
    onRender(editing)
    return () => onRender(undefined)
  })
  return null
}

/** Renders a board with these known widgets and collects the requests. */
async function editedBoard(...widgets: unknown[]) {
  let answer = () => {}
  const answered = new Promise<void>((resolve) => {
    answer = resolve
  })
  const queries = createQueryClient()
  queries.setQueryData(widgetsOf(customer).queryKey, { records: widgets as never, included: [] })
  const requests: string[] = []
  const keys: (string | null)[] = []
  let lostAnswers = 0
  vi.stubGlobal('fetch', async (address: string | URL | Request, { method = 'GET', headers }: RequestInit = {}) => {
    requests.push(`${method} ${address}`)
    // In tests of pending saves, the response is held back.
    if (method === 'POST') {
      await answered
      keys.push(new Headers(headers).get('idempotency-key'))
      if (keys.length <= lostAnswers) throw new TypeError('Failed to fetch')
      const attributes = { version: 1, state: 'applied', summary: { change: 1 } }
      const data = { type: changeSets.type, id: 'set-1', attributes }
      return Response.json({ data }, { headers: { 'content-type': jsonApiMediaType } })
    }
    return Response.json({ data: [] }, { headers: { 'content-type': jsonApiMediaType } })
  })
  let editing: Editing | undefined
  const onRender = (rendered: Editing | undefined) => {
    editing = rendered
  }
  let toasts: readonly Toast[] = []
  const onToasts = (rendered: readonly Toast[]) => {
    toasts = rendered
  }
  const root = createRoot(stubPage())
  const renderBoard = (input: BoardInput) =>
    root.render(
      <I18nProvider i18n={i18n}>
        <QueryClientProvider client={queries}>
          <RouterContextProvider router={router}>
            <Board {...{ input, onRender, onToasts }} />
          </RouterContextProvider>
        </QueryClientProvider>
      </I18nProvider>,
    )
  renderBoard({ cards: [], isEditing: true })
  unmountAfterTest(root)
  await vi.waitUntil(() => editing !== undefined, { timeout: 30_000 })
  const leave = async () => {
    root.render(null)
    await expect.poll(() => editing).toBeUndefined()
  }
  /** The projects whose cards were changed here, saved or not. */
  const changed = () =>
    queries
      .getMutationCache()
      .getAll()
      .map(({ state }) => (state.variables as { project: string }).project)
  const loseAnswers = (count: number) => {
    lostAnswers = count
  }
  return {
    queries,
    requests,
    keys,
    answer,
    loseAnswers,
    changed,
    editing: () => editing,
    toasts: () => toasts,
    renderBoard,
    leave,
  }
}

const widget = (id: string, typeName: WidgetType) => ({ ...newWidget('harbour', typeName, 0), id, version: 1 })
const card = (project: string, ...widgets: Card['widgets']): Card => ({
  stat: { id: project, name: project } as Card['stat'],
  widgets,
})

/** Opens settings with unsaved values; returns the confirmations that are shown before they are left. */
function openSettings(): (() => void)[] {
  const questions: (() => void)[] = []
  onTestFinished(registerLeaveGuard((then) => questions.push(then)))
  return questions
}

test('the settings of another widget, and of a new one, open when what was chosen in those that are open may be left', async () => {
  const { editing, renderBoard } = await editedBoard()
  renderBoard({ cards: [card('harbour', widget('w-1', 'generic-info'), widget('w-2', 'workflows'))], isEditing: true })
  await expect.poll(() => editing()?.cards.length).toBe(1)
  const edited = () => editing()?.actions.edited
  editing()?.actions.onEdit('w-1')
  await expect.poll(edited).toEqual({ widget: 'w-1' })

  const questions = openSettings()
  editing()?.actions.onEdit('w-2')
  expect(questions).toHaveLength(1)
  expect(edited()).toEqual({ widget: 'w-1' })
  questions.pop()?.()
  await expect.poll(edited).toEqual({ widget: 'w-2' })

  for (const count of [1, 2]) {
    const before = edited()
    editing()?.actions.onAdd('harbour', 'checklists')
    expect(questions).toHaveLength(1)
    expect(edited()).toEqual(before)
    questions.pop()?.()
    await expect.poll(edited).toEqual({ project: 'harbour', typeName: 'checklists', count })
  }
  // Cancel closes them without a confirmation.
  editing()?.actions.onLeave()
  await expect.poll(edited).toBeUndefined()
  expect(questions).toEqual([])
})

test('what is added without settings leaves those that are open as they are, and asks nothing', async () => {
  const { changed, editing } = await editedBoard()
  const questions = openSettings()
  editing()?.actions.onAdd('harbour', 'workflows')
  expect(changed()).toEqual(['harbour'])
  expect(questions).toEqual([])
})

test('a card is deleted when what was chosen in the settings of one of its widgets may be left, another one at once', async () => {
  const { changed, editing, renderBoard } = await editedBoard()
  const [own, other] = [card('harbour', widget('w-1', 'generic-info')), card('quay')]
  renderBoard({ cards: [own, other], isEditing: true })
  await expect.poll(() => editing()?.cards.length).toBe(2)
  editing()?.actions.onEdit('w-1')
  await expect.poll(() => editing()?.actions.edited).toEqual({ widget: 'w-1' })
  const questions = openSettings()
  editing()?.actions.onDeleteCard(other)
  expect(changed()).toEqual(['quay'])
  expect(questions).toEqual([])

  editing()?.actions.onDeleteCard(own)
  expect(questions).toHaveLength(1)
  expect(editing()?.actions.edited).toEqual({ widget: 'w-1' })
  questions.pop()?.()
  expect(changed()).toEqual(['quay', 'harbour'])
  await expect.poll(() => editing()?.actions.edited).toBeUndefined()
})

test('a card that somebody else deletes while one of its widgets is edited stands until the settings are left', async () => {
  const { editing, renderBoard } = await editedBoard()
  const own = card('harbour', widget('w-1', 'generic-info'))
  renderBoard({ cards: [own], isEditing: true })
  await expect.poll(() => editing()?.cards).toEqual([own])
  editing()?.actions.onEdit('w-1')
  await expect.poll(() => editing()?.actions.edited).toEqual({ widget: 'w-1' })
  renderBoard({ cards: [], isEditing: true })
  await expect.poll(() => editing()?.cards).toEqual([{ stat: own.stat, widgets: [] }])
  editing()?.actions.onLeave()
  await expect.poll(() => editing()?.cards).toEqual([])
})

test('a table of checklists whose selected ones were all deleted opens with its settings, as one without a selection does', async () => {
  const { queries, editing, renderBoard } = await editedBoard()
  const table = (id: string) => ({ ...widget(id, 'checklists'), dataIds: ['gone'] })
  const cards = [card('harbour', table('w-1')), card('quay', table('w-2'), table('w-3'))]
  const figures = { state: 'read', readAt: '2026-11-29T00:00:00Z' } as const
  queries.setQueryData(figuresOfWidget(table('w-1')).queryKey, { ...figures, id: 'w-1', state: 'stopped' })
  renderBoard({ cards, isEditing: true })
  await expect.poll(() => editing()?.cards).toEqual(cards)
  expect(editing()?.actions).toMatchObject({ edited: undefined, unselected: [] })
  queries.setQueryData(figuresOfWidget(table('w-3')).queryKey, { ...figures, id: 'w-3', checklists: [] })
  await expect.poll(() => editing()?.actions).toMatchObject({ edited: { widget: 'w-3' }, unselected: ['w-3'] })
  // Figures that arrive later replace no settings that are open, and neither does a selection of somebody else.
  queries.setQueryData(figuresOfWidget(table('w-1')).queryKey, { ...figures, id: 'w-1', checklists: [] })
  await expect.poll(() => editing()?.actions.unselected).toEqual(['w-1', 'w-3'])
  expect(editing()?.actions.edited).toEqual({ widget: 'w-3', isAutomatic: true })
  // A new selection is a new version, whose figures are still to be read.
  const chosen = { ...table('w-3'), version: 2, dataIds: ['a'] }
  renderBoard({ cards: [card('harbour', table('w-1')), card('quay', table('w-2'), chosen)], isEditing: true })
  await expect.poll(() => editing()?.actions.unselected).toEqual(['w-1'])
  expect(editing()?.actions.edited).toEqual({ widget: 'w-3', isAutomatic: true })
  editing()?.actions.onLeave()
  await expect.poll(() => editing()?.actions.edited).toEqual({ widget: 'w-1', isAutomatic: true })
})

test('a table of a project that is deleted or cannot be read does not open by itself: nothing can be selected in it', async () => {
  const { queries, editing, renderBoard } = await editedBoard()
  const deleted = card('harbour', widget('w-1', 'checklists'))
  const cards = [
    { ...deleted, stat: { ...deleted.stat, deletedAt: '2026-11-29T00:00:00Z' } },
    card('quay', widget('w-2', 'checklists')),
    card('yard', widget('w-3', 'checklists')),
  ]
  const figures = { id: 'w-2', state: 'hibernated', readAt: '2026-11-29T00:00:00Z' } as const
  queries.setQueryData(figuresOfWidget(widget('w-2', 'checklists')).queryKey, figures)
  renderBoard({ cards, isEditing: true })
  await expect.poll(() => editing()?.actions).toMatchObject({ edited: { widget: 'w-3' }, unselected: ['w-3'] })
})

test('a table that Cancel deletes is not opened once more, and the next one opens when it is deleted', async () => {
  const [one, other] = [widget('w-1', 'checklists'), widget('w-2', 'checklists')]
  const own = card('harbour', one, other)
  const { queries, answer, changed, editing, renderBoard } = await editedBoard(one, other)
  renderBoard({ cards: [own], isEditing: true })
  const edited = () => editing()?.actions.edited
  await expect.poll(edited).toEqual({ widget: 'w-1', isAutomatic: true })
  editing()?.actions.onLeave()
  editing()?.actions.onDelete(own, 'w-1')
  expect(changed()).toEqual(['harbour'])
  await expect.poll(edited).toBeUndefined()
  renderBoard({ cards: [card('harbour', other)], isEditing: true })
  await expect.poll(() => editing()?.actions.unselected).toEqual(['w-2'])
  expect(edited()).toBeUndefined()
  answer()
  await savesSettled(queries)
  await expect.poll(edited).toEqual({ widget: 'w-2', isAutomatic: true })
})

test('on a phone the board is read-only whatever the address says: no table opens by itself, nor when settings are left that were open', async () => {
  const { editing, renderBoard } = await editedBoard()
  const cards = [card('harbour', widget('w-1', 'checklists')), card('quay', widget('w-2', 'checklists'))]
  renderBoard({ cards, isEditing: true, isPhone: true })
  await expect.poll(() => editing()?.actions.unselected).toEqual(['w-1', 'w-2'])
  expect(editing()).toMatchObject({ isEditable: false, actions: { edited: undefined } })

  renderBoard({ cards, isEditing: true })
  await expect.poll(() => editing()?.actions.edited).toEqual({ widget: 'w-1', isAutomatic: true })
  // The window becomes narrow.
  renderBoard({ cards, isEditing: true, isPhone: true })
  await expect.poll(() => editing()).toMatchObject({ isEditable: true, actions: { edited: { widget: 'w-1' } } })
  editing()?.actions.onLeave()
  await expect.poll(() => editing()).toMatchObject({ isEditable: false, actions: { edited: undefined } })
})

test('the card whose settings are open stands whatever is searched for, and is not counted among those found', async () => {
  const { editing, renderBoard } = await editedBoard()
  const [own, other] = [card('harbour', widget('w-1', 'generic-info')), card('quay', widget('w-2', 'workflows'))]
  const shown = () => [editing()?.cards, editing()?.foundCount]
  renderBoard({ cards: [own, other], isEditing: true, search: 'quay' })
  await expect.poll(shown).toEqual([[other], 1])
  renderBoard({ cards: [own, other], isEditing: true })
  await expect.poll(shown).toEqual([[own, other], 2])
  editing()?.actions.onEdit('w-1')
  await expect.poll(() => editing()?.actions.edited).toEqual({ widget: 'w-1' })
  renderBoard({ cards: [own, other], isEditing: true, search: 'quay' })
  await expect.poll(shown).toEqual([[own, other], 1])
  // Also if somebody else deletes the card meanwhile.
  renderBoard({ cards: [other], isEditing: true, search: 'quay' })
  await expect.poll(shown).toEqual([[other, { stat: own.stat, widgets: [] }], 1])
  editing()?.actions.onLeave()
  await expect.poll(shown).toEqual([[other], 1])
})

test('a table without a selection opens by itself only on a card that the search finds', async () => {
  const { editing, renderBoard } = await editedBoard()
  const cards = [card('harbour', widget('w-1', 'checklists')), card('quay', widget('w-2', 'checklists'))]
  renderBoard({ cards, isEditing: true, search: 'quay' })
  await expect.poll(() => editing()?.actions).toMatchObject({ edited: { widget: 'w-2' }, unselected: ['w-1', 'w-2'] })
  expect(editing()?.cards).toEqual(cards.slice(1))
  renderBoard({ cards: cards.slice(0, 1), isEditing: true, search: 'quay' })
  editing()?.actions.onLeave()
  await expect.poll(() => editing()?.actions).toMatchObject({ edited: undefined, unselected: ['w-1'] })
  renderBoard({ cards: cards.slice(0, 1), isEditing: true })
  await expect.poll(() => editing()?.actions.edited).toEqual({ widget: 'w-1', isAutomatic: true })
})

test('settings are left together with the edit mode', async () => {
  const { editing, renderBoard } = await editedBoard()
  const cards = [card('harbour', widget('w-1', 'generic-info'))]
  renderBoard({ cards, isEditing: true })
  editing()?.actions.onEdit('w-1')
  await expect.poll(() => editing()?.actions.edited).toEqual({ widget: 'w-1' })
  renderBoard({ cards, isEditing: false })
  await expect.poll(() => editing()?.actions.edited).toBeUndefined()
  renderBoard({ cards, isEditing: true })
  await expect.poll(() => editing()?.cards).toEqual(cards)
  expect(editing()?.actions.edited).toBeUndefined()
})

test('a card that somebody else has added while its project was chosen stays as it is, and is brought into view', async () => {
  const theirs = { ...newWidget('harbour', 'workflows', 0), id: 'w-1', version: 1 }
  const { queries, requests, editing } = await editedBoard(theirs)
  const done = vi.fn()
  editing()?.addCard('harbour', done)
  await expect.poll(() => done.mock.calls.length).toBe(1)
  await savesSettled(queries)
  await expect.poll(() => editing()?.added).toBe('harbour')
  expect(requests.filter((each) => each.startsWith('POST'))).toEqual([])
})

test('whoever has left the board before the card is there is not led back to it', async () => {
  const { queries, answer, editing, leave } = await editedBoard()
  const done = vi.fn()
  editing()?.addCard('harbour', done)
  await leave()
  answer()
  await savesSettled(queries)
  await new Promise((resolve) => setTimeout(resolve))
  expect(done).not.toHaveBeenCalled()
})

test('whatever else is done before a card is added, its choice is closed when it is', async () => {
  const { queries, answer, changed, editing, renderBoard } = await editedBoard()
  renderBoard({ cards: [card('quay', widget('w-1', 'generic-info'))], isEditing: true })
  await expect.poll(() => editing()?.cards.length).toBe(1)
  const done = vi.fn()
  editing()?.addCard('harbour', done)
  editing()?.actions.onDelete(card('quay', widget('w-1', 'generic-info')), 'w-1')
  expect(changed()).toEqual(['harbour', 'quay'])
  expect(done).not.toHaveBeenCalled()
  answer()
  await savesSettled(queries)
  await expect.poll(() => done.mock.calls.length).toBe(1)
  await expect.poll(() => editing()?.added).toBe('harbour')
})

test.each([
  ['adding a widget', ({ actions }: Editing, _: Card) => actions.onAdd('harbour', 'workflows'), 'Workflows is added.'],
  ['moving one', ({ actions }: Editing, own: Card) => actions.onMove(own, 'w-1', () => 1), 'Information is moved.'],
  ['deleting one', ({ actions }: Editing, own: Card) => actions.onDelete(own, 'w-1'), 'Information is deleted.'],
])('K9: %s whose answer is lost is sent once more by the same key, and can be undone', async (_, act, announced) => {
  const own = card('harbour', widget('w-1', 'generic-info'), { ...widget('w-2', 'generic-info'), order: 1 })
  const { queries, keys, answer, loseAnswers, editing, renderBoard, toasts } = await editedBoard(...own.widgets)
  renderBoard({ cards: [own], isEditing: true })
  await expect.poll(() => editing()?.cards.length).toBe(1)
  loseAnswers(1)
  const board = editing()
  if (board) act(board, own)
  answer()
  await savesSettled(queries)
  expect(keys).toEqual([expect.any(String), keys[0]])
  await expect.poll(toasts).toEqual([expect.objectContaining({ text: announced, action: expect.anything() })])
})
