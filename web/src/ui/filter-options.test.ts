import { expect, test } from 'vitest'
import { filterOptions, maxOptions } from './filter-options'

const items = (word: string, count: number) =>
  Array.from({ length: count }, (_, at) => ({ value: `${word}-${at}`, label: `${word} ${at}` }))

test('of ten thousand options a hundred are listed, and the others are counted', () => {
  const { listed, more } = filterOptions([{ group: 'Users', items: items('Åsa', 10_000) }], '')
  expect([listed[0]?.items.length, more]).toEqual([maxOptions, 10_000 - maxOptions])
})

test('what is typed finds without case and accents, in every group, and groups without any are left out', () => {
  const groups = [
    { group: 'Users', items: items('Åsa', 120) },
    { group: 'Others', items: items('Ulf', 3) },
  ]
  expect(filterOptions(groups, 'asa 119')).toEqual({
    listed: [{ group: 'Users', items: [{ value: 'Åsa-119', label: 'Åsa 119' }] }],
    more: 0,
  })
  expect(filterOptions(groups, 'ULF').listed.map(({ group, items: found }) => [group, found.length])).toEqual([
    ['Others', 3],
  ])
  expect(filterOptions(groups, '')).toMatchObject({ listed: [{ group: 'Users' }], more: 23 })
  expect(filterOptions(groups, 'nobody')).toEqual({ listed: [], more: 0 })
})
