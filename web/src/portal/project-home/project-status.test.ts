import { expect, test } from 'vitest'
import { projectState } from './project-status'

const running = { status: 'Running', isHibernated: false, isInactive: false } as const

test('a project is told by what its server does', () => {
  expect(projectState(running)).toBe('Running')
  expect(projectState({ ...running, status: 'Crashed' })).toBe('Crashed')
})

test('hibernated counts before the server, deleted before all', () => {
  expect(projectState({ ...running, isHibernated: true })).toBe('Hibernated')
  expect(projectState({ status: 'Stopped', isHibernated: true, isInactive: true })).toBe('Deleted')
})
