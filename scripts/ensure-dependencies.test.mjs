import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { refusalOf, repository } from './ensure-dependencies.mjs'

test.each(['v18.20.8', 'v20.18.3', 'v21.7.3', 'v22.11.0', 'v23.11.1'])(
  'Node %s is refused in a plain sentence',
  (version) => {
    expect(refusalOf(version)).toBe(
      `Lintel needs Node 20.19 or newer in the 20 line, 22.12 or newer in the 22 line, or 24 and newer; this is ${version}.`,
    )
  },
)

test.each(['v20.19.0', 'v20.20.1', 'v22.12.0', 'v24.0.0', 'v26.1.0'])('Node %s is not', (version) => {
  expect(refusalOf(version)).toBeUndefined()
})

test('npm is told the same', () => {
  const { engines } = JSON.parse(readFileSync(join(repository, 'package.json'), 'utf8'))
  expect(engines.node).toBe('^20.19.0 || ^22.12.0 || >=24.0.0')
})
