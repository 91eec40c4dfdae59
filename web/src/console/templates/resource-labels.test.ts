import { setupI18n } from '@lingui/core'
import { expect, test } from 'vitest'
import { typeLabels, withTypeLabels } from './resource-labels'

const i18n = setupI18n({ locale: 'en', messages: { en: {} } })

test('the widgets of a library are called as their types are; everything else as it is', () => {
  const renamed = withTypeLabels(
    [
      { id: 'a', type: 'dashboard-widgets', path: ['workflow-chart'] },
      { id: 'b', type: 'dashboard-widgets', path: ['of a later version'] },
      { id: 'c', type: 'checklists', path: ['checklists', 'image'] },
    ],
    i18n,
  )
  expect(renamed.map(({ path }) => path)).toEqual([['Trend'], ['of a later version'], ['checklists', 'image']])
  expect(typeLabels(i18n)['dashboard-widgets']).toBe('Widgets')
})
