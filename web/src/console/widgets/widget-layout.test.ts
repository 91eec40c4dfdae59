import { expect, test } from 'vitest'
import { rowsOf } from './widget-layout'

test.each([
  ['none', [], 0],
  [
    'two beside each other',
    [
      [1, 1],
      [1, 1],
    ],
    1,
  ],
  [
    'a wide one that does not fit beside another',
    [
      [1, 1],
      [2, 1],
    ],
    2,
  ],
  [
    'a high one beside two',
    [
      [1, 2],
      [1, 1],
      [1, 1],
    ],
    2,
  ],
  [
    'a large one after a small one',
    [
      [1, 1],
      [2, 2],
    ],
    3,
  ],
  [
    'a high one, and one beside its foot',
    [
      [1, 1],
      [1, 2],
      [1, 1],
    ],
    2,
  ],
] as const)('%s take their rows', (_name, sizes, rows) => {
  expect(rowsOf(sizes.map(([width, height]) => [width, height] as [number, number]))).toBe(rows)
})

test('where there is one column, a wide widget is as narrow as the others', () => {
  expect(
    rowsOf(
      [
        [2, 1],
        [1, 2],
        [1, 1],
      ],
      1,
    ),
  ).toBe(4)
})
