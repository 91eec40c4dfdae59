import { setupI18n } from '@lingui/core'
import { expect, test } from 'vitest'
import { historyActions, historyText } from './history-texts'

const i18n = setupI18n({ locale: 'en', messages: { en: {} } })

test('an action has words of its own, or those of the thing and of what became of it', () => {
  expect(historyText('session.refresh', i18n)).toBe('Session renewed')
  expect(historyText('topics.create', i18n)).toBe('Topic: added')
  expect(historyText('folder-labels.remove', i18n)).toBe('Folder label: deleted')
  expect(historyText('projects.update', i18n)).toBe('Project changed')
})

test('what nobody has words for is shown as the trail names it', () => {
  expect(historyText('comets.observe', i18n)).toBe('comets.observe')
  expect(historyText('topics.observe', i18n)).toBe('topics.observe')
  expect(historyText('comets', i18n)).toBe('comets')
})

test('every action that can be chosen has words', () => {
  expect(historyActions.filter((action) => historyText(action, i18n) === action)).toEqual([])
})
