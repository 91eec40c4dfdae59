import { setupI18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import type { ComponentProps } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { RevocableRow } from './revocable-row'

const i18n = setupI18n({ locale: 'en', messages: { en: {} } })
const good = {
  name: 'Site gateway',
  createdAt: '2026-03-01T10:00:00Z',
  expiresAt: '2999-03-01T10:00:00Z',
  lastUsedAt: null,
  onRevoke: () => undefined,
}
/** The texts of the row, one after the other. */
const textsOf = (props: Partial<ComponentProps<typeof RevocableRow>>) =>
  renderToStaticMarkup(
    <I18nProvider i18n={i18n}>
      <RevocableRow {...good} {...props} />
    </I18nProvider>,
  )
    .split(/<[^>]*>/)
    .filter(Boolean)

test.each([
  ['is good', {}, 'Good until Mar 1, 2999', ['Revoke']],
  ['has expired', { expiresAt: '2026-04-01T10:00:00Z' }, 'Expired on Apr 1, 2026', []],
  ['was revoked', { endedAt: '2026-03-02T10:00:00Z' }, 'Ended on Mar 2, 2026', []],
  [
    'was revoked and would have expired since',
    { endedAt: '2026-03-02T10:00:00Z', expiresAt: '2026-04-01T10:00:00Z' },
    'Ended on Mar 2, 2026',
    [],
  ],
])('what %s says so, and only what is good can be revoked', (_which, props, mark, actions) => {
  expect(textsOf(props)).toEqual(['Site gateway', mark, 'Created on Mar 1, 2026', 'Not used yet', ...actions])
})

test('it says who has created it and whence it was last used, where that is known', () => {
  const used = { lastUsedAt: '2026-03-03T10:00:00Z', maker: 'anna@nordbygg.example' }
  expect(textsOf(used)).toEqual(
    expect.arrayContaining([
      'Created on Mar 1, 2026 by anna@nordbygg.example',
      expect.stringMatching(/^Last used Mar 3, 2026, \d+:00\s[AP]M$/),
    ]),
  )
  expect(textsOf({ ...used, lastUsedFrom: '203.0.113.7' })).toContainEqual(
    expect.stringMatching(/^Last used Mar 3, 2026, \d+:00\s[AP]M from 203\.0\.113\.7$/),
  )
})
