import { setupI18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { GridShortcuts } from './grid-shortcuts'

/** The listed keys, by what they do. */
function listed(of: 'matrix' | 'records', hasRecentChanges?: boolean) {
  const markup = renderToStaticMarkup(
    <I18nProvider i18n={setupI18n({ locale: 'en', messages: { en: {} } })}>
      <GridShortcuts {...{ of, hasRecentChanges, onClose: () => undefined }} />
    </I18nProvider>,
  )
  const rows = markup.matchAll(/<dt>(.*?)<\/dt><dd>(.*?)<\/dd>/g)
  return new Map(Array.from(rows, ([, keys, does]) => [does, keys?.replaceAll(/<[^>]*>/g, '')]))
}

test.each(['matrix', 'records'] as const)('the key of the recent changes is listed where there are some: %s', (of) => {
  expect(listed(of, true).get('Show the recent changes')).toBe('.')
  expect(listed(of).has('Show the recent changes')).toBe(false)
  expect([listed(of).get('Search'), listed(of).get('Show this list')]).toEqual(['/', '?'])
})
