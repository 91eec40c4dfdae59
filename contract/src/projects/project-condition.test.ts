import { expect, test } from 'vitest'
import { mainCondition, projectConditionsOf } from './project-condition'

const running = {
  status: 'Running',
  creationState: null,
  isHibernated: false,
  isInactive: false,
  isLibrary: false,
} as const

test('a project is told by what its server does', () => {
  expect(projectConditionsOf(running)).toEqual(['Running'])
  expect(projectConditionsOf({ ...running, status: 'Crashed', isLibrary: true })).toEqual(['Crashed', 'Library'])
})

test('hibernated counts before the server, deleted before all, and both are said', () => {
  expect(projectConditionsOf({ ...running, isHibernated: true })).toEqual(['Hibernated'])
  expect(projectConditionsOf({ ...running, isHibernated: true, isInactive: true })).toEqual(['Deleted', 'Hibernated'])
  expect(mainCondition({ ...running, status: 'Stopped', isHibernated: true, isInactive: true })).toBe('Deleted')
})

test('a project that is being created or has failed is not told to be running', () => {
  expect(projectConditionsOf({ ...running, creationState: 'making' })).toEqual(['Creating'])
  expect(projectConditionsOf({ ...running, creationState: 'failed', isLibrary: true })).toEqual([
    'Incomplete',
    'Library',
  ])
  expect(projectConditionsOf({ ...running, creationState: 'failed', isInactive: true })).toEqual(['Deleted'])
})
