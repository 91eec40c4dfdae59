import { privilegeLevel } from '@lintel/contract/people/privilege-levels'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { AccessLevels } from './access-levels'

const allLevels = [0, 5, 10, 15, 20, 30] as const

test('each person has the level that was read, administrators every project but those they own', () => {
  const levels = new AccessLevels(['0u0a1w', '', '2o'], [2])
  const read = [0, 1, 2].map((project) => [0, 1, 2, 3, 4].map((person) => levels.level(person, project)))
  expect(read).toEqual([
    [10, 20, 25, 15, 0],
    [0, 0, 25, 0, 0],
    [0, 0, 30, 0, 0],
  ])
  expect(levels.count).toBe(6)
})

test('nobody and nowhere have no level', () => {
  const levels = new AccessLevels(['0u'], [])
  expect([levels.level(-1, 0), levels.level(0, -1), levels.level(0, 1), levels.level(1, 0)]).toEqual([0, 0, 0, 0])
})

test('whether a directory manages a level is read, kept through changes by hand and removal, and put in', () => {
  const levels = new AccessLevels(['0U0u'], [])
  const managed = () => [0, 1, 2].map((person) => levels.isManaged(person, 0))
  expect([levels.level(0, 0), levels.level(1, 0)]).toEqual([10, 10])
  expect(managed()).toEqual([true, false, false])
  levels.set(0, 0, privilegeLevel.admin)
  levels.set(2, 0, privilegeLevel.guest, true)
  expect([levels.level(0, 0), ...managed()]).toEqual([20, true, false, true])
  levels.set(0, 0, privilegeLevel.inactive)
  expect([levels.level(0, 0), ...managed(), levels.count]).toEqual([0, true, false, true, 2])
  levels.set(0, 0, privilegeLevel.member, false)
  expect(managed()).toEqual([false, false, true])
})

test('whatever is put in is read again and counted, like in a table with a place for every cell', () => {
  const change = fc.record({ person: fc.nat(300), project: fc.nat(2), level: fc.constantFrom(...allLevels) })
  fc.assert(
    fc.property(fc.array(change, { maxLength: 400 }), (changes) => {
      const levels = new AccessLevels(['10u20a', '', '0o299g'], [])
      const table = new Map<string, number>([
        ['10 0', privilegeLevel.member],
        ['31 0', privilegeLevel.admin],
        ['0 2', privilegeLevel.owner],
        ['300 2', privilegeLevel.guest],
      ])
      for (const { person, project, level } of changes) {
        levels.set(person, project, level)
        table.set(`${person} ${project}`, level)
      }
      for (let project = 0; project < 3; project += 1) {
        const found: [number, number][] = []
        levels.inProject(project, (person, level) => found.push([person, level]))
        const expected: [number, number][] = []
        for (let person = 0; person <= 300; person += 1) {
          const level = table.get(`${person} ${project}`) ?? 0
          expect(levels.level(person, project)).toBe(level)
          if (level > 0) expected.push([person, level])
        }
        expect(found).toEqual(expected)
      }
      expect(levels.count).toBe([...table.values()].filter((level) => level > 0).length)
    }),
    { numRuns: 50 },
  )
})
