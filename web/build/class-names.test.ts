import path from 'node:path'
import { expect, test } from 'vitest'
import { scopedClassName } from './class-names'

const file = (name: string) => path.join(import.meta.dirname, '../src/ui', name)

test('classes of a file share a suffix, classes of another file have another one', () => {
  const button = scopedClassName('button', file('button.module.css'))
  const wide = scopedClassName('wide', file('button.module.css'))
  expect(button).toMatch(/^button_[0-9a-z]{5}$/)
  expect(wide.slice(-5)).toBe(button.slice(-5))
  expect(scopedClassName('button', file('field.module.css'))).not.toBe(button)
})

test('a class has the same name in every build, whatever the query of its import', () => {
  const name = scopedClassName('button', file('button.module.css'))
  expect(scopedClassName('button', `${file('button.module.css')}?used`)).toBe(name)
})
