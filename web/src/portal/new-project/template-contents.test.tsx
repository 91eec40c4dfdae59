import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import type { SkippedEntry } from '@lintel/contract/projects/template-application'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { SkippedContent } from './template-contents'

const skippedEntry = (overrides: Partial<SkippedEntry>): SkippedEntry => ({
  ...{ reason: 'resourceGone', sourceProjectId: 'one', library: 'Details', key: 'workflows', value: 'w' },
  ...{ renameTo: null, name: null, entries: 1, ...overrides },
})

test('what was deleted from a library is named, as it was to be called here or was called there', () => {
  i18n.loadAndActivate({ locale: 'en', messages: {} })
  const skipped = [
    skippedEntry({ name: 'Cause' }),
    skippedEntry({ name: 'Crew', renameTo: 'Site <crew>' }),
    skippedEntry({}),
    skippedEntry({ key: 'widgets', name: 'workflow-chart' }),
  ]
  const html = renderToStaticMarkup(
    <I18nProvider i18n={i18n}>
      <SkippedContent skipped={skipped} entries={4} />
    </I18nProvider>,
  )
  expect(html).toContain('Cause, Site &lt;crew&gt;, Trend')
  expect(html).toContain('(4)')
  expect(html).not.toContain('Crew')
})
