import { expect, test } from 'vitest'
import { teamsOf } from './teams'

const size = { users: 500, projects: 40, memberships: 6_000, seed: 1 }

/** The users of a team, as positions on the ring. */
const members = ({ first, stride, size }: { first: number; stride: number; size: number }, ring: number) =>
  Array.from({ length: size }, (_, place) => (first + place * stride) % ring)

test('the teams together make exactly the memberships that were asked for', () => {
  for (const memberships of [40, 41, 6_000, 19_999, 20_000]) {
    const { guests, teams } = teamsOf({ ...size, memberships })
    expect(teams.reduce((all, team) => all + team.size, guests)).toBe(memberships)
  }
})

test('nobody is twice in a project, and every project has an owner', () => {
  const { guests, teams } = teamsOf(size)
  expect(teams).toHaveLength(40)
  for (const team of teams) {
    expect(team.size).toBeGreaterThan(0)
    expect(new Set(members(team, 500 - guests)).size).toBe(team.size)
  }
})

test('the same seed makes the same teams, another seed others', () => {
  expect(teamsOf(size)).toEqual(teamsOf(size))
  expect(teamsOf({ ...size, seed: 2 })).not.toEqual(teamsOf(size))
})

test('more memberships than users have room for are refused in a sentence', () => {
  expect(() => teamsOf({ ...size, memberships: 20_001 })).toThrow('40 to 20,000 memberships')
})
