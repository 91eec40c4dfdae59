import { jsonApiMediaType } from '@lintel/contract/jsonapi/document'
import type { ChangeSet } from '@lintel/contract/people/change-sets'
import { expect, test, vi } from 'vitest'
import { renderDialogs } from '../../../test/render-dialogs'
import { createQueryClient } from '../../api/query-client'
import { ChangeSetDialog } from './change-set-dialog'

/** Opens the rows of a change set of one change in this state. */
async function openRows(state: ChangeSet['state']) {
  vi.stubGlobal('fetch', async () =>
    Response.json(
      { data: [], links: {}, meta: { page: { total: 0 } } },
      { headers: { 'content-type': jsonApiMediaType } },
    ),
  )
  const summary = { total: 1, change: 1, unchanged: 0, skipped: 0, conflict: 0, people: 1, undone: 0, remaining: 0 }
  const set = { id: `rows ${state}`, kind: 'roles', customer: 'north', state, summary, progress: { done: 1, total: 1 } }
  const onApplied = vi.fn()
  const page = await renderDialogs(
    () => (
      <ChangeSetDialog
        {...{ title: 'Roles', action: 'Change roles', request: set as unknown as ChangeSet, onApplied }}
        describe={() => ({ title: '', detail: '', before: '', after: '' })}
        onNothing={() => undefined}
        onClose={() => undefined}
      />
    ),
    createQueryClient(),
  )
  await vi.waitFor(() => page.act(() => expect(page.text()).toContain('1 ')))
  return page
}

test('the rows of a planned change set can be applied', async () => {
  const { buttons, text } = await openRows('planned')
  expect(buttons()).toEqual(['Cancel', 'Change roles'])
  expect(text()).toContain('1 row will change')
})

test.each(['applied', 'undone'] as const)('the rows of one that is %s are only looked at', async (state) => {
  const { buttons, text } = await openRows(state)
  expect(buttons()).toEqual(['Close'])
  expect(text()).toContain('1 change')
  expect(text()).not.toContain('will change')
})
