import { expect, test } from 'vitest'
import { projectState } from './project-status'

const running = { status: 'Running', isHibernated: false, isInactive: false, creationState: null } as const

test('a project is told by what its server does', () => {
  expect(projectState(running)).toBe('Running')
  expect(projectState({ ...running, status: 'Crashed' })).toBe('Crashed')
})

test('hibernated counts before the server, deleted before all', () => {
  expect(projectState({ ...running, isHibernated: true })).toBe('Hibernated')
  expect(projectState({ ...running, status: 'Stopped', isHibernated: true, isInactive: true })).toBe('Deleted')
})

test('a project that is being created or has failed is not told to be running', () => {
  expect(projectState({ ...running, creationState: 'making' })).toBe('Creating')
  expect(projectState({ ...running, creationState: 'failed' })).toBe('Incomplete')
})
