import { readMembers } from '@lintel/contract/people/access-matrix'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { MemberGapEncoder } from './member-gap-encoder'

const letters = { g: 5, u: 10, w: 15, a: 20, o: 30 } as const

test('members in any order are written as gaps and letters, of however many people', () => {
  const gaps = new MemberGapEncoder(1_000_000, [])
  expect(gaps.write('4u1a')).toBe('0a2u')
  expect(gaps.write('')).toBe('')
  expect(gaps.write('1000000w')).toBe('999999w')
})

test('who administers the customer does so in each project, unless they own it', () => {
  expect(new MemberGapEncoder(3, [1, 2]).write('2u3o1u')).toBe('0u0c0o')
})

test('what is written is read as it was, one project after the other', () => {
  const members = fc.dictionary(fc.nat(9_999).map(String), fc.constantFrom('g', 'u', 'w', 'a', 'o'), { maxKeys: 3_000 })
  fc.assert(
    fc.property(fc.array(members, { maxLength: 4 }), (projects) => {
      const gaps = new MemberGapEncoder(10_000, [])
      for (const project of projects) {
        const read: Record<string, number> = {}
        const text = Object.entries(project).map(([person, letter]) => `${Number(person) + 1}${letter}`)
        readMembers(gaps.write(text.toReversed().join('')), (person, level) => {
          read[person] = level
        })
        expect(read).toEqual(
          Object.fromEntries(Object.entries(project).map(([person, letter]) => [person, letters[letter as 'u']])),
        )
      }
    }),
    { numRuns: 30 },
  )
})
