import { setupI18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import type { DeletionEffects } from '@lintel/contract/people/deletion-effects'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { Effects } from './effects'

const i18n = setupI18n({ locale: 'en', messages: { en: {} } })
const none: DeletionEffects = {
  ownedProjects: [],
  ownedProjectsTotal: 0,
  deletedProjects: [],
  deletedProjectsTotal: 0,
  soleAdministratorOf: [],
  otherMemberships: 0,
  requestedAt: null,
}
const render = (effects: Partial<DeletionEffects>) =>
  renderToStaticMarkup(
    <I18nProvider i18n={i18n}>
      <Effects effects={{ ...none, ...effects }} />
    </I18nProvider>,
  )

test('a deleted project is named with the day of its purge, and is something that the deletion affects', () => {
  expect(render({})).toContain('Nothing but your own account.')
  const site = { id: 'site', name: 'Old site', purgedAt: '2026-02-03T12:00:00Z' }
  const rendered = render({ deletedProjects: [site], deletedProjectsTotal: 2 })
  expect(rendered).not.toContain('Nothing but your own account.')
  expect(rendered).toMatch(/You own 2 deleted projects.*Old site, removed for good on February 3, 2026.*and 1 more/)
})
