import { jsonApiMediaType } from '@lintel/contract/jsonapi/document'
import type { ChangeSet } from '@lintel/contract/people/change-sets'
import { expect, test, vi } from 'vitest'
import { renderDialogs } from '../../../test/render-dialogs'
import { createQueryClient } from '../../api/query-client'
import { ChangeSetDialog } from './change-set-dialog'

interface Opened extends Partial<Pick<ChangeSet, 'failure' | 'failureDetail'>> {
  question?: string
  change?: number
  conflict?: number
}

/** Opens the rows of a change set in this state, by default of one change. */
async function openRows(state: ChangeSet['state'], { question, change = 1, conflict = 0, ...failed }: Opened = {}) {
  vi.stubGlobal('fetch', async () =>
    Response.json(
      { data: [], links: {}, meta: { page: { total: 0 } } },
      { headers: { 'content-type': jsonApiMediaType } },
    ),
  )
  const summary = { total: change, change, unchanged: 0, skipped: 0, conflict, people: 1, undone: 0, remaining: 0 }
  const of = { id: `rows ${state}`, kind: 'roles', customer: 'north', failure: null, failureDetail: null }
  const set = { ...of, ...failed, state, summary, progress: { done: 1, total: 1 } }
  const onApplied = vi.fn()
  const page = await renderDialogs(
    () => (
      <ChangeSetDialog
        {...{ title: 'Roles', request: set as unknown as ChangeSet, question, onApplied }}
        describe={() => ({ title: '', detail: '', before: '', after: '' })}
        onNothing={() => undefined}
        onClose={() => undefined}
      />
    ),
    createQueryClient(),
  )
  const shown = state === 'planning' ? 'Planning …' : `All ${change.toLocaleString('en')}`
  await vi.waitFor(() => page.act(() => expect(page.text()).toContain(shown)))
  return page
}

test('the rows of a planned change set can be applied', async () => {
  const { buttons, text } = await openRows('planned')
  expect(buttons()).toEqual(['Cancel', 'Apply 1 change'])
  expect(text()).toContain('1 row will change')
})

test('the button that applies says how many changes', async () => {
  const { buttons } = await openRows('planned', { change: 1_214, conflict: 3 })
  expect(buttons()).toEqual(['Cancel', 'Apply 1,214 changes'])
})

test('it names no number before the server has planned', async () => {
  const { buttons } = await openRows('planning', { change: 0 })
  expect(buttons()).toEqual(['Cancel', 'Apply'])
})

test.each(['applied', 'undone'] as const)('the rows of one that is %s are only looked at', async (state) => {
  const { buttons, text } = await openRows(state)
  expect(buttons()).toEqual(['Close'])
  expect(text()).toContain('1 change')
  expect(text()).not.toContain('will change')
})

test('the question is the description of the preview, and its button is described by how much it changes', async () => {
  const question = 'Are you sure you want to remove 40 users from all projects?'
  const page = await openRows('planned', { question, conflict: 3 })
  expect(page.description()).toBe(question)
  expect(page.descriptionOf('Apply 1 change')).toEqual({ role: 'status', text: '1 row will change Conflicts 3' })
})

test('a preview that failed on the server says why', async () => {
  const failureDetail = { detail: 'in English', limit: 50_000 }
  const page = await openRows('failed', { failure: 'tooManyRows', failureDetail })
  expect(page.text()).toContain('There are more than 50,000 rows.')
})
