import { expect, test } from 'vitest'
import { firstStanding, standingOf } from './project-standing'

const running = {
  status: 'Running',
  creationState: null,
  isHibernated: false,
  isInactive: false,
  isLibrary: false,
} as const

test('a project is told by what its server does', () => {
  expect(standingOf(running)).toEqual(['Running'])
  expect(standingOf({ ...running, status: 'Crashed', isLibrary: true })).toEqual(['Crashed', 'Library'])
})

test('hibernated counts before the server, deleted before all, and both are said', () => {
  expect(standingOf({ ...running, isHibernated: true })).toEqual(['Hibernated'])
  expect(standingOf({ ...running, isHibernated: true, isInactive: true })).toEqual(['Deleted', 'Hibernated'])
  expect(firstStanding({ ...running, status: 'Stopped', isHibernated: true, isInactive: true })).toBe('Deleted')
})

test('a project that is being created or has failed is not told to be running', () => {
  expect(standingOf({ ...running, creationState: 'making' })).toEqual(['Creating'])
  expect(standingOf({ ...running, creationState: 'failed', isLibrary: true })).toEqual(['Incomplete', 'Library'])
  expect(standingOf({ ...running, creationState: 'failed', isInactive: true })).toEqual(['Deleted'])
})
