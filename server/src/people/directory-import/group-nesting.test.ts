import { expect, test } from 'vitest'
import { pairsOf } from './group-nesting'

/** The pairs in this nesting of five groups, those of each group in order. */
const pairsIn = (nesting: Record<number, readonly number[]>) =>
  [...pairsOf(new Map(Object.entries(nesting).map(([group, above]) => [Number(group), above])), 5)]
    .map(({ group, above }) => `${group} in ${above}`)
    .toSorted()

test('each group is once in each of those above it, by however many ways and whatever the order of the groups', () => {
  const pairs = ['1 in 2', '1 in 3', '1 in 4', '1 in 5', '2 in 4', '2 in 5', '3 in 4', '3 in 5', '4 in 5']
  expect(pairsIn({ 1: [2, 3], 2: [4], 3: [4], 4: [5] })).toEqual(pairs)
  expect(pairsIn({ 4: [5], 1: [4, 3, 2], 3: [4], 2: [4, 5] })).toEqual(pairs)
  expect(pairsIn({ 5: [] })).toEqual([])
})

test('groups in a circle are each in all of it', () => {
  expect(pairsIn({ 1: [2], 2: [3], 3: [2] })).toEqual(['1 in 2', '1 in 3', '2 in 2', '2 in 3', '3 in 2', '3 in 3'])
})
