import { setupI18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import type { ChangeSet } from '@lintel/contract/people/change-sets'
import { QueryClientProvider } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { createQueryClient } from '../../api/query-client'
import { ChangeSetList } from './change-set-list'

const set = (state: ChangeSet['state']) =>
  ({
    ...{ id: state, kind: 'roles', state, failure: null, createdBy: null, appliedBy: null, appliedAt: null },
    ...{ createdAt: '2026-03-01T10:00:00Z', summary: { change: 2, undone: 0, remaining: 2 } },
  }) as unknown as ChangeSet

test('the buttons of a change set say which one they are for', () => {
  const rendered = renderToStaticMarkup(
    <I18nProvider i18n={setupI18n({ locale: 'en', messages: { en: {} } })}>
      <QueryClientProvider client={createQueryClient()}>
        <ChangeSetList
          sets={[set('planned'), set('applying'), set('applied')]}
          onOpen={() => undefined}
          onUndo={() => undefined}
        />
      </QueryClientProvider>
    </I18nProvider>,
  )
  const names = [...rendered.matchAll(/<button[^>]*aria-label="([^"]*)"/g)].map(([, name = '']) => name)
  expect(names.map((name) => name.replace(/Mar 1, 2026, \d+:00\s[AP]M$/, '…'))).toEqual([
    'Preview: Change roles, …',
    'Show rows: Change roles, …',
    'Cancel: Change roles, …',
    'Show rows: Change roles, …',
    'Undo: Change roles, …',
  ])
})
