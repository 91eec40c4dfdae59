import { expect, test } from 'vitest'
import { historyChange } from './history-change'

test('the role before and after a change is told with its project', () => {
  expect(
    historyChange({
      targetType: 'project-members',
      target: 'harbour.someone',
      before: { privilegeLevel: 10 },
      after: { privilegeLevel: 20 },
    }),
  ).toEqual({ project: 'harbour', before: 10, after: 20 })
})

test('what an event does not say is not made up', () => {
  expect(historyChange({ targetType: 'users', target: 'x', before: null, after: { title: 'Planner' } })).toEqual({
    project: undefined,
    before: undefined,
    after: undefined,
  })
  expect(historyChange({ targetType: null, target: null, before: 'text', after: [1] })).toEqual({
    project: undefined,
    before: undefined,
    after: undefined,
  })
})
