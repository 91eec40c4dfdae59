import { isValidElement } from 'react'
import { expect, test } from 'vitest'
import { numbersOfAll } from './number-of-all'

test('a number stands alone in its cell as text, its part of all as the length of a bar; nothing of nothing has none', () => {
  const numberOfAll = numbersOfAll()
  const cell = (text: string, part: number, all: number) => {
    const element = numberOfAll(text, part, all)
    return isValidElement<object>(element) ? element.props : element
  }
  expect(cell('29', 29, 139)).toMatchObject({ children: '29', style: { '--share': '21%' } })
  expect(cell('0', 0, 139)).toMatchObject({ children: '0', style: { '--share': '0%' } })
  expect(cell('1,390', 1390, 1390)).toMatchObject({ children: '1,390', style: { '--share': '100%' } })
  expect(cell('0', 0, 0)).toBeUndefined()
})

test('cells that look the same are the same element', () => {
  const numberOfAll = numbersOfAll()
  expect(numberOfAll('29', 29, 139)).toBe(numberOfAll('29', 29, 138))
  expect(numberOfAll('29', 29, 139)).not.toBe(numberOfAll('29', 29, 58))
  expect(numberOfAll('29', 29, 139)).not.toBe(numberOfAll('58', 58, 278))
})
