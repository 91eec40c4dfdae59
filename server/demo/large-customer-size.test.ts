import { expect, test } from 'vitest'
import { readSize } from './large-customer-size'

test('nothing said asks for 10,000 users, 1,000 projects and 200,000 memberships', () => {
  expect(readSize([])).toEqual({ users: 10_000, projects: 1_000, memberships: 200_000, seed: 1 })
})

test('what is said goes before what is usual', () => {
  expect(readSize(['--users', '50', '--projects=4', '--memberships', '60', '--seed', '7'])).toEqual({
    users: 50,
    projects: 4,
    memberships: 60,
    seed: 7,
  })
  expect(readSize(['--topics', '500', '--checklists', '20'])).toMatchObject({ topics: 500, checklists: 20 })
  expect(readSize(['--seed', '2'])).toEqual({ users: 10_000, projects: 1_000, memberships: 200_000, seed: 2 })
})

test('what cannot be a size is answered with the usage', () => {
  for (const given of [['--users', 'many'], ['--users', '0'], ['--projects', '1.5'], ['--people', '5'], ['5']]) {
    expect(() => readSize(given), given.join(' ')).toThrow(/^Usage: npm run demo:load/)
  }
})
