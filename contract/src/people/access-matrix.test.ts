import { expect, test } from 'vitest'
import { readMembers } from './access-matrix'

const read = (members: string) => {
  const found: [number, number][] = []
  readMembers(members, (person, level) => found.push([person, level]))
  return found
}

test('members are read with the people between them passed over', () => {
  expect(read('0o3u0a17g')).toEqual([
    [0, 30],
    [4, 10],
    [5, 20],
    [23, 5],
  ])
})

test('a project without members has none', () => {
  expect(read('')).toEqual([])
})

test('a capital letter is the same level, managed by a directory', () => {
  const found: [number, number, boolean][] = []
  readMembers('0U0u2A', (...member) => found.push(member))
  expect(found).toEqual([
    [0, 10, true],
    [1, 10, false],
    [4, 20, true],
  ])
})

test('a letter of tomorrow is passed over, and the people after it keep their places', () => {
  expect(read('1x0w')).toEqual([[2, 15]])
})
