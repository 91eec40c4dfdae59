import { jsonApiMediaType } from '@lintel/contract/jsonapi/document'
import { expect, test, vi } from 'vitest'
import { renderDialogs } from '../../../test/render-dialogs'
import { createQueryClient } from '../../api/query-client'
import { ChangeSetDialogs } from './change-set-dialogs'
import { type Step, undoListOf } from './undo-list'
import { useChangeSetScreen } from './use-change-set-screen'

let customers = 0

/** Where a change set stands after planning, and how much it would change. */
interface Plan {
  change: number
  conflict?: number
  /** The server refuses to plan it. */
  isRefused?: true
}

const merged = (name: string, customer: string): Step => ({
  ...{ id: name, kind: 'merge-organizations' },
  request: { kind: 'merge-organizations', customer, input: { into: name, from: ['other'] } },
})

/** Renders the dialogs of a screen with these undone merges; the server answers each plan with the next of `plans`. */
async function renderScreen(undone: readonly string[], record: 'announce' | 'record', ...plans: Plan[]) {
  customers += 1
  const customer = `redo-preview-${customers}`
  const list = undoListOf(customer)
  for (const name of undone) list.recordUndone(merged(name, customer))
  const planned: string[] = []
  const json = (data: unknown, status = 200) =>
    Response.json(data, { status, headers: { 'content-type': jsonApiMediaType } })
  vi.stubGlobal('fetch', async (address: string, { method = 'GET', body }: RequestInit = {}) => {
    if (!address.includes('/change-sets')) return new Response()
    if (address.includes('/rows')) return json({ data: [], links: {}, meta: { page: { total: 0 } } })
    if (method === 'GET') return json({ data: [] })
    const kind = 'merge-organizations'
    if (address.endsWith('/apply')) return json({ kind, state: 'applied', summary: { change: 1, remaining: 0 } })
    const { input } = JSON.parse(String(body)).data.attributes
    planned.push(input.into)
    const { change, conflict = 0, isRefused } = plans.shift() ?? { change: 1 }
    if (isRefused) return json({ errors: [{ status: '422', code: 'unknownReference', title: 'Refused' }] }, 422)
    const summary = { change, unchanged: 0, conflict, people: 0 }
    const attributes = { kind, customer, state: 'planned', summary, progress: { done: 0, total: 1 } }
    return json({ data: { type: 'change-sets', id: `${input.into} again ${planned.length}`, attributes } }, 201)
  })
  let steps: ReturnType<typeof useChangeSetScreen>['steps'] | undefined
  const page = await renderDialogs(() => {
    const screen = useChangeSetScreen<never>(customer, () => undefined)
    steps = screen.steps
    if (!screen.open) return null
    return (
      <ChangeSetDialogs
        {...{ open: screen.open, customer, onOpen: screen.onOpen, onUndo: screen.undo }}
        screen="organizations"
        describe={() => () => ({ title: '', detail: '', before: '', after: '' })}
        onApplied={(set, text) =>
          record === 'announce' ? screen.steps.announce(set, text) : screen.steps.record({ id: set.id, kind: set.kind })
        }
      />
    )
  }, createQueryClient())
  /** Waits for the preview to show this. */
  const shows = (expected: (text: string) => void) => vi.waitFor(() => page.act(() => expected(page.text())))
  return {
    ...{ ...page, list, planned },
    async redo() {
      await page.act(() => steps?.redo())
      await shows((text) => expect(text).toMatch(/1 row will change|No changes|no longer exists/))
    },
  }
}

test('a redo whose preview is cancelled can be made again', async () => {
  const { redo, press, title, planned } = await renderScreen(['one', 'two'], 'announce')
  await redo()
  await press('Cancel')
  expect(title()).toBeUndefined()
  await redo()
  expect(planned).toEqual(['two', 'two'])
})

test.each(['announce', 'record'] as const)(
  'a redo that is applied in its preview is the next step to undo, and leaves the others to be done again: %s',
  async (record) => {
    const { redo, press, planned, list } = await renderScreen(['one', 'two'], record)
    await redo()
    await press('Apply 1 change')
    expect(list.stepToUndo()).toMatchObject({ id: 'two again 1', request: { input: { into: 'two' } } })
    expect(list.stepToRedo()?.id).toBe('one')
    await redo()
    await press('Apply 1 change')
    expect(planned).toEqual(['two', 'one'])
    expect(list.stepToUndo()?.id).toBe('one again 2')
    expect(list.stepToRedo()).toBeUndefined()
  },
)

test('a redo that would change nothing is left, and the one before it is the next', async () => {
  const { redo, press, planned } = await renderScreen(['one', 'two'], 'announce', { change: 0, conflict: 1 })
  await redo()
  await press('Close')
  await redo()
  expect(planned).toEqual(['two', 'one'])
})

test('a redo that the server refuses to plan is left, and the one before it is the next', async () => {
  const { redo, press, planned } = await renderScreen(['one', 'two'], 'announce', { change: 0, isRefused: true })
  await redo()
  await press('Close')
  await redo()
  expect(planned).toEqual(['two', 'one'])
})

test('a redo that is asked for twice is previewed once', async () => {
  const { act, redo, press, title, list } = await renderScreen(['one', 'two'], 'announce')
  await redo()
  await redo()
  await press('Apply 1 change')
  expect(title()).toBeUndefined()
  await act(() => undefined)
  expect(title()).toBeUndefined()
  expect(list.stepToRedo()?.id).toBe('one')
})
