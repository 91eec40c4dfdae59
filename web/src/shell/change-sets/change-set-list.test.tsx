import { setupI18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import type { ChangeSet } from '@lintel/contract/people/change-sets'
import { QueryClientProvider } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { createQueryClient } from '../../api/query-client'
import { ChangeSetList } from './change-set-list'

const set = (state: ChangeSet['state'], failure: string | null = null) =>
  ({
    ...{ id: `${state} ${failure}`, kind: 'roles', state, failure, failureDetail: null },
    ...{ createdBy: null, appliedBy: null, appliedAt: null },
    ...{ createdAt: '2026-03-01T10:00:00Z', summary: { change: 2, undone: 0, remaining: 2 } },
  }) as unknown as ChangeSet

const render = (...sets: ChangeSet[]) =>
  renderToStaticMarkup(
    <I18nProvider i18n={setupI18n({ locale: 'en', messages: { en: {} } })}>
      <QueryClientProvider client={createQueryClient()}>
        <ChangeSetList sets={sets} onOpen={() => undefined} onUndo={() => undefined} />
      </QueryClientProvider>
    </I18nProvider>,
  )

test('the buttons of a change set say which one they are for', () => {
  const rendered = render(set('planned'), set('applying'), set('applied'))
  const names = [...rendered.matchAll(/<button[^>]*aria-label="([^"]*)"/g)].map(([, name = '']) => name)
  expect(names.map((name) => name.replace(/Mar 1, 2026, \d+:00\s[AP]M$/, '…'))).toEqual([
    'Preview: Change roles, …',
    'Show rows: Change roles, …',
    'Cancel: Change roles, …',
    'Show rows: Change roles, …',
    'Undo: Change roles, …',
  ])
})

test('what failed says why, and what was cancelled or could not be undone does not', () => {
  const reason = 'You are not allowed to do this.'
  expect(render(set('failed', 'forbidden'))).toContain(reason)
  expect(render(set('applied', 'forbidden'))).not.toContain(reason)
  const cancelled = render(set('failed', 'cancelled'))
  expect(cancelled).toContain('Cancelled, nothing was changed')
  expect(cancelled).not.toContain('Something went wrong')
})
